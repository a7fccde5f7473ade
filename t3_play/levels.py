"""The computer's levels, from a beginner's mistakes to perfection.

What a level leaves to chance depends on the seed and the position only. So a game can be
repeated, taking back an action brings the same reply, and another seed is another opponent.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from t3_engine import Clock
from t3_engine.position import Position
from t3_play.analysis import Distances
from t3_play.sums import LineSum, line_sums, threat_lines
from t3_player import LOSS
from t3_state import Cell, T3Action, T3State, numbers

FORESEEN = 20_000
"""The most positions that perfect makes to find the best actions."""

FIRST = 0
"""The seed with which perfect plays the first of equal actions, as in puzzles."""


class Choice(NamedTuple):
    """A level's choice."""

    action: T3Action
    proven: bool = True
    """False if time ran out before `perfect` proved that nothing is better."""


def chance(text: str) -> float:
    """A number from 0 to below 1, by a text, in Python as on the page: mulberry32."""
    state = 7
    for letter in text:
        state = (state * 31 + ord(letter)) % 2**32
    state = (state + 0x6D2B79F5) % 2**32
    mixed = (state ^ state >> 15) * (state | 1) % 2**32
    mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61)) % 2**32
    return (mixed ^ mixed >> 14) / 2**32


def overlooks(line: LineSum, state: T3State, seed: int, slip: float) -> bool:
    """Whether a line escapes a level.

    The chance is `slip` for each number on the line, once more if it is a diagonal, and
    once more if it needs two numbers. What a level has overlooked, it goes on overlooking
    until the line changes.
    """
    (col, row), (last_col, last_row) = line.line[0], line.line[-1]
    diagonal = col != last_col and row != last_row
    numbers_on = len(line.line) - len(line.holes)
    difficulty = numbers_on + diagonal + (line.needs > line.largest)
    cells = [f"{col},{row}={state.board[row][col]}" for col, row in line.line]
    return chance(" ".join([str(seed), *cells])) < slip * difficulty


def thinking(plies: int, slip: float, state: T3State, seed: int, clock: Clock) -> Choice:
    """Sees what 1, 2 or 3 plies lead to, on the lines that it doesn't overlook.

    With the first it completes a line. With two it leaves the other side as few lines to
    complete as it can. With three it makes threats that no reply stops.
    """
    odd = state.odd_turn
    seen = [it for it in line_sums(state) if not overlooks(it, state, seed, slip)]
    after = {
        action: [line.after(action) for line in seen]
        for action in actions_on(state.get_open_tiles(), odd, state.MAX_MOVE)
    }
    choices = [action for action, lines in after.items() if any(it.won for it in lines)]
    if not choices:
        choices = list(after)
        if plies > 1:
            choices = _least(after, lambda it: len(threat_lines(after[it], not odd)))
        if plies > 2:
            choices = [it for it in choices if _wins_next(after[it], odd)] or choices
    return Choice(_one_of(choices, state, seed))


def _one_of(actions: Sequence[T3Action], state: T3State, seed: int) -> T3Action:
    """The action that a seed picks in a state."""
    return actions[int(chance(f"{seed} {state.notation()}") * len(actions))]


def actions_on(cells: Iterable[Cell], odd: bool, largest: int) -> list[T3Action]:
    """All actions of odds (if `odd`) or evens on these cells, in the order of the cells."""
    return [T3Action(*cell, number) for cell in cells for number in numbers(odd, largest)]


def _wins_next(lines: list[LineSum], odd: bool) -> bool:
    """Whether odds (if `odd`) or evens, who just moved, threaten what no reply stops."""
    own = threat_lines(lines, odd)
    if not own or threat_lines(lines, not odd):
        return False
    on_all = set(own[0].holes).intersection(*[line.holes for line in own])
    replies = actions_on(on_all, not odd, own[0].largest)
    return all(threat_lines([it.after(reply) for it in lines], odd) for reply in replies)


def _least(actions: Iterable[T3Action], cost: Callable[[T3Action], int]) -> list[T3Action]:
    """The actions with the lowest cost."""
    costs = {action: cost(action) for action in actions}
    return [action for action in costs if costs[action] == min(costs.values())]


def perfect(state: T3State, seed: int, clock: Clock) -> Choice:
    """Wins as early and loses as late as it can foresee.

    Before it loses at once, it leaves the opponent as few ways to win as it can. The seed
    picks one of the actions that are left, the seed FIRST the first.
    """
    search = Distances(clock)
    with suppress(TimeoutError):
        search.utility(Position.of(state))
    clock.most = clock.nodes + FORESEEN  # so that slow computers play the same
    best = search.outlook(state)
    actions = best.actions
    if best.utility == LOSS:
        after = state.get_next_state
        actions = _least(actions, lambda it: len(Position.of(after(it)).winning()))
    action = actions[0] if seed == FIRST else _one_of(actions, state, seed)
    return Choice(action, best.utility is not None)


def best_action(state: T3State) -> T3Action:
    """What `perfect` plays in a puzzle, always the same, if time does not matter."""
    return perfect(state, FIRST, Clock()).action


LEVELS: dict[str, Callable[[T3State, int, Clock], Choice]] = {
    "easy": partial(thinking, 1, 0.15),
    "medium": partial(thinking, 2, 0.12),
    "hard": partial(thinking, 3, 0.05),
    "perfect": perfect,
}
"""The levels, weakest first. Each chooses in an unfinished state, with a seed, in time."""

USUAL_SIZE, USUAL_LEVEL = 4, "medium"
"""What a first visitor plays."""


def odds_win(size: int, odd_first: bool = True) -> bool:
    """Whether odds can always win an empty board, if they begin or evens do.

    If not, evens can, from 3 x 3 on; smaller boards are ties. docs/atlas.md has the proofs.
    """
    return size > 5 or (size > 3 and odd_first)
