"""Proofs of who wins, found with the engine: their size, and their certificates.

A proof answers each reply of the loser. Replies that differ only in unused pairs of indices
count as one.
"""

from collections import defaultdict
from typing import NamedTuple

from t3_engine import Clock, ForcedWins, Search
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import ActionIndex, members
from t3_player import TIE, WIN
from t3_state import TURNS, T3State
from t3_tools.solve import check
from t3_tools.solve.check import OTHER, opening


class Proof(NamedTuple):
    """A proof that a side wins, by its size."""

    odds_win: bool
    plies: int
    """The most plies that the win takes."""
    answers: int
    """The number of positions where the winner needs an answer and can't win at once."""
    pairs: int
    """The most mirrored pairs of indices that stones use in any of the positions."""

    def serves_larger(self, size: int) -> bool:
        """Whether it also proves the win on every larger board with `size`'s parity."""
        return self.pairs + 2 <= size // 2


def winner(state: T3State, clock: Clock) -> ForcedWins | None:
    """The search that proves the winner of an unfinished game; None for a tie."""
    search = Search(clock)
    utility = search.utility(Position.of(state))
    if utility == TIE:
        return None
    return search.forced[state.odd_turn == (utility == WIN)]


def prove(state: T3State, clock: Clock) -> Proof | None:
    """Prove who wins an unfinished game; None for a tie."""
    search = winner(state, clock)
    if search is None:
        return None
    start = Position.of(state)
    plies = 1
    while not search.within(start, plies):
        plies += 1
    centre = 1 << start.mover.tables.size // 2
    answers = pairs = 0
    met = set()
    waiting = [start]
    while waiting:
        position = waiting.pop()
        clock.spend(1)
        pairs = max(pairs, (position.used & ~centre).bit_count())
        moves = position.mover.odd == search.odd
        cells = position.mover.odd, position.empty, *position.codes
        if cells in met or (moves and position.can_win()):
            continue
        met.add(cells)
        if moves:
            answers += 1
            waiting.append(position.after(answer(search, position)))
        else:
            replies = members(position.distinct(position.legal()))
            waiting += [child for _, child in position.children(replies)]
    return Proof(search.odd, plies, answers, pairs)


def answer(search: ForcedWins, position: Position) -> ActionIndex:
    """The winner's fastest action. Prefers those that make a threat, as far as known."""
    if position.doubles():
        return members(position.doubles())[0]
    plies = 3
    while not search.within(position, plies):
        plies += 2
    forcing, _ = position.forcing()
    choices = members(position.distinct(position.safe))
    choices.sort(key=lambda action: not forcing >> action & 1)
    children = list(position.children(choices))
    for action, child in children:
        if search.wins_within.get(key_of(child), plies) < plies:
            return action
    return next(each for each, child in children if search.within(child, plies - 1))


def certificate(first: str, names: list[str], size: int, clock: Clock) -> str | None:
    """The certificate that check.py reads; None for a tie.

    `first` is the side that begins. `names` has the first actions, as check.py names them.
    """
    start, turn = opening(first, names, size)
    search = winner(_state(start, turn), clock)
    if search is None:
        return None
    side = TURNS[search.odd]
    last_stones = defaultdict[tuple[frozenset[str], str], list[str]](list)
    """For each position and answer, the replies to that position with that answer."""
    answered = set()
    waiting = [(start.named(), start, turn)]
    while waiting:
        before, position, turn = waiting.pop()
        named = position.named()
        if turn != side:
            replies = position.actions(turn, every=False)
            waiting += [(named, position.after(reply), side) for reply in replies]
        elif named not in answered and not position.winning_line(side):
            answered.add(named)
            state = Position.of(_state(position, turn))
            action = state.mover.action(answer(search, state))
            after = position.after((action.col(), action.row(), action.move()))
            (name,) = after.named() - named
            last_stones[before, name] += named - before
            waiting.append((named, after, OTHER[turn]))
    lines = [[side, first, *names]]
    for (stones, name), last in last_stones.items():
        lines.append([*sorted(stones), ",".join(last), name])
    return "".join(" ".join(filter(None, line)) + "\n" for line in lines)


def _state(position: check.Position, turn: str) -> T3State:
    """The state with these stones."""
    board = [[0] * position.size for _ in range(position.size)]
    for col, row, number in position.stones:
        board[row][col] = number
    return T3State(turn == TURNS[True], board)
