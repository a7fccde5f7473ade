"""Proofs of who wins, found with the engine: their size, and their certificates.

A proof answers each reply of the loser. Replies that differ only in unused pairs of indices
count as one.
"""

from typing import NamedTuple

from t3_engine import ForcedWins
from t3_engine.position import Position
from t3_engine.rules import ActionIndex, members
from t3_engine.utility import Utilities
from t3_player import TIE, WIN, Clock
from t3_state import TURNS, T3Action, T3State
from t3_tools.solve.check import LETTERS, OTHER, Stones, actions, can_win, opening


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
    position, utilities = Position.of(state), Utilities(clock)
    utility = utilities.of(position)
    if utility == TIE:
        return None
    return utilities.forced[state.odd_turn == (utility == WIN)]


def prove(state: T3State, clock: Clock) -> Proof | None:
    """Prove who wins an unfinished game; None for a tie."""
    search = winner(state, clock)
    if search is None:
        return None
    start = Position.of(state)
    plies = 1
    while not search.within(start, plies):
        plies += 1
    centre = 1 << start.mover.rules.size // 2
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
    forcing, _ = position.mover.threatening(position.codes)
    choices = members(position.distinct(position.sound()))
    choices.sort(key=lambda action: not forcing >> action & 1)
    children = list(position.children(choices))
    for action, child in children:
        proven, _ = search.limits(child)
        if proven is not None and proven < plies:
            return action
    return next(it for it, child in children if search.within(child, plies - 1))


def certificate(first: str, start: list[str], size: int, clock: Clock) -> str | None:
    """The certificate that check.py reads; None for a tie.

    `first` is the side that begins. `start` has the first actions, named as in check.py.
    """
    stones, turn = opening(first, start, size)
    search = winner(_state(stones, turn, size), clock)
    if search is None:
        return None
    side = TURNS[search.odd]
    lines = [" ".join([side, first, *start])]
    waiting = [(stones, turn)]
    met = set()
    while waiting:
        stones, turn = waiting.pop()
        if stones in met:
            continue
        met.add(stones)
        if turn != side:
            waiting += [(stones | {it}, side) for it in actions(stones, turn, size)]
        elif not can_win(stones, turn, size):
            position = Position.of(_state(stones, turn, size))
            action = position.mover.action(answer(search, position))
            named = _name(stones, action, size)
            lines.append(" ".join([*sorted(stones), named]))
            waiting.append((stones | {named}, OTHER[turn]))
    return "\n".join(lines) + "\n"


def _state(stones: Stones, turn: str, size: int) -> T3State:
    """The state with these stones. The pair `a` is the outermost."""
    board = [[0] * size for _ in range(size)]
    for col, row, number in map(tuple, stones):
        board[_index(row, size)][_index(col, size)] = int(number)
    return T3State(turn == TURNS[True], board)


def _index(name: str, size: int) -> int:
    """The index with this name in check.py."""
    if name == "+":
        return size // 2
    pair = LETTERS.index(name.lower())
    return pair if name.islower() else size - 1 - pair


def _name(stones: Stones, action: T3Action, size: int) -> str:
    """An action as check.py names it. New indices get names in order of use."""
    names = {_index(name, size): name for stone in stones for name in stone[:2]}
    for index in (action.col(), action.row()):
        mirror = size - 1 - index
        if index == mirror:
            names[index] = "+"
        elif mirror in names:
            names[index] = names[mirror].swapcase()
        elif index not in names:
            used = {name.lower() for name in names.values()} - {"+"}
            names[index] = LETTERS[len(used)]
    return names[action.col()] + names[action.row()] + str(action.move())
