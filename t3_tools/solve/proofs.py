"""Proofs of who wins: answers found by the engine, and checked as they are found."""

from collections import defaultdict
from typing import NamedTuple

from t3_engine import Clock, ForcedWins, Search
from t3_engine.position import Position
from t3_engine.tables import ActionIndex, members
from t3_player import TIE, WIN
from t3_state import TURNS, T3State
from t3_tools.solve.check import Layout, Win, wins


class Proof(NamedTuple):
    """A proof that a side wins."""

    winner: str
    win: Win
    certificate: str
    """The answers, as check.py reads them."""


def prove(size: int, first: str) -> Proof | None:
    """Prove who wins on a board if this side, odds or evens, begins; None for a tie."""
    position = Position.of(T3State(first == TURNS[True], [[0] * size] * size))
    search = Search(Clock())
    utility = search.utility(position)
    if utility == TIE:
        return None
    forced = search.forced[position.mover.odd == (utility == WIN)]
    side = TURNS[forced.odd]
    answers: dict[frozenset[str], str] = {}

    def answer_to(layout: Layout) -> str:
        board = [[0] * size for _ in range(size)]
        for col, row, number in layout.stones:
            board[row][col] = number
        position = Position.of(T3State(forced.odd, board))
        action = position.mover.action(answer(forced, position))
        stone = action.col(), action.row(), action.move()
        return answers.setdefault(layout.named(), layout.after(stone).name(stone))

    win = wins(side, first, size, answer_to, every=False)
    lines = [[side, first], *_lines(answers)]
    text = "".join(" ".join(filter(None, line)) + "\n" for line in lines)
    return Proof(side, win, text)


def answer(search: ForcedWins, position: Position) -> ActionIndex:
    """The first of the winner's fastest actions. Those that make a threat come first."""
    plies = 3
    while not search.within(position, plies):
        plies += 2
    forcing = position.forcing()
    choices = members(position.distinct(position.safe))
    choices.sort(key=lambda action: not forcing >> action & 1)
    children = position.children(choices)
    return next(each for each, child in children if search.within(child, plies - 1))


def _lines(answers: dict[frozenset[str], str]) -> list[list[str]]:
    """The lines of a certificate. Positions that differ in one stone alone share a line."""
    alike = defaultdict[tuple[frozenset[str], str], list[str]](list)
    for stones, name in answers.items():
        for stone in stones:
            alike[stones - {stone}, name].append(stone)
    lines = defaultdict[tuple[frozenset[str], str], list[str]](list)
    for stones, name in answers.items():
        most = max(stones, key=lambda it: (len(alike[stones - {it}, name]), it), default="")
        lines[stones - {most}, name].append(most)
    return [[*sorted(stones), ",".join(it), name] for (stones, name), it in lines.items()]
