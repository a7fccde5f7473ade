"""Puzzles: positions from play, where one move wins, or one is T3Player's.

Kind and seed alone determine a puzzle. So that it is the same with every version of Python,
dice here are only thrown with random.random(), which is promised never to change.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypeVar

from t3_engine.position import Position
from t3_engine.tables import members
from t3_play.advice import pressure
from t3_play.analysis import Distances, best_play, evaluate_actions
from t3_play.descriptions import completed
from t3_play.levels import best_action
from t3_player import LOSS, WIN, Clock, Evaluation, T3Player
from t3_state import T3Action, T3State

T = TypeVar("T")


class Strength(NamedTuple):
    """How hard puzzles are."""

    size: int
    stones: range
    """How many cells may be filled."""
    moves: int
    """The side to move wins in this many of its moves."""


STRENGTHS = {
    "easy": Strength(3, range(4, 7), 2),
    "medium": Strength(3, range(3, 5), 3),
    "hard": Strength(4, range(8, 12), 3),
}

COURSE = "course"
"""The kind of puzzle that asks for T3Player's action."""

RUNGS = ("utility", "depth", "order")
"""T3Player's ladder: what it compares actions by, one after another."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and what to find in it."""

    kind: str
    """A key of STRENGTHS, or COURSE."""
    seed: str
    state: T3State
    moves: int
    """How many moves solve it."""

    def left(self, state: T3State) -> int:
        """How many moves are left in a position that followed."""
        placed = len(self.state.get_open_tiles()) - len(state.get_open_tiles())
        return self.moves - (placed + 1) // 2


def of_day(day: date) -> Puzzle:
    """The puzzle of a day. The strengths take turns."""
    strength = list(STRENGTHS)[day.toordinal() % len(STRENGTHS)]
    return drawn(strength, day.isoformat())


def drawn(kind: str, seed: str) -> Puzzle:
    """The puzzle of this kind and seed."""
    dice = random.Random(f"{kind} {seed}")
    if kind == COURSE:
        rung = _any_of(RUNGS, dice)
        state = next(it for it in _quiet(3, range(3, 7), dice) if rung in rungs(it))
        return Puzzle(kind, seed, state, 1)
    size, stones, moves = STRENGTHS[kind]
    state = next(it for it in _quiet(size, stones, dice) if one_wins(it, moves))
    return Puzzle(kind, seed, state, moves)


def _quiet(size: int, stones: range, dice: random.Random) -> Iterator[T3State]:
    """Positions from games in which no side leaves the other a win at once.

    In none of them can either side complete a line with its next number, so no mark on the
    board gives away what to play.
    """
    while True:
        state = T3State(dice.random() < 1 / 2, [[0] * size] * size)
        position = Position.of(state)
        while position.safe and len(position.stones) < stones.stop:
            if len(position.stones) in stones and not position.is_threatened():
                yield state
            index = _any_of(members(position.safe), dice)
            state = state.get_next_state(position.mover.action(index))
            position = position.after(index)


def _any_of(choices: Sequence[T], dice: random.Random) -> T:
    return choices[int(dice.random() * len(choices))]


def one_wins(state: T3State, moves: int) -> bool:
    """Whether exactly one move wins, and takes this many moves of the side to move.

    All others tie or lose, however the game goes on.
    """
    position, within, plies = (
        Position.of(state),
        Distances(Clock()).wins_within,
        2 * moves - 1,
    )
    if not within(position, plies, mover=True) or within(position, plies - 2, mover=True):
        return False
    after = [child for _, child in position.children(members(position.safe))]
    return sum(within(child, child.holes(), mover=False) for child in after) == 1


def rungs(state: T3State) -> set[str]:
    """The rungs of the ladder on which some action is worse than T3Player's."""
    best, *others = evaluate_actions(state)
    return {_rung(best, other) for other in others}


def _rung(best: Evaluation, other: Evaluation) -> str:
    """The first rung on which another action than the best one is worse."""
    if other.utility != best.utility:
        return "utility"
    return "depth" if other.depth != best.depth else "order"


def answer(puzzle: Puzzle, state: T3State) -> T3Action:
    """A right move in a position of a puzzle."""
    value = T3Player().evaluate(state)
    if puzzle.kind == COURSE and value.action:
        return value.action
    return best_action(state)


def reply(state: T3State) -> T3Action:
    """The computer's move, which resists as long as it can."""
    return best_action(state)


def missed(puzzle: Puzzle, state: T3State, action: T3Action) -> str | None:
    """Why an action in a position of a puzzle isn't right, in a sentence; None if it is."""
    if puzzle.kind == COURSE:
        return _missed_rung(state, action)
    prospect = Distances(Clock()).prospect(state, action)
    if prospect.utility == WIN and prospect.distance == 2 * puzzle.left(state) - 1:
        return None
    return f"After {action}, {prospect.in_words()}."


def _missed_rung(state: T3State, action: T3Action) -> str | None:
    """On which rung T3Player's action is better; None if this is that action."""
    best, *others = evaluate_actions(state)
    if action == best.action:
        return None
    own = next(it for it in others if it.action == action)
    rung = _rung(best, own)
    if rung == "order":
        return f"An earlier action is as good as {action}."
    return f"{action} gives {rung} {getattr(own, rung)}; the best is {getattr(best, rung)}."


def why(puzzle: Puzzle, state: T3State, action: T3Action) -> str:
    """What follows an action in a position of a puzzle, right or not."""
    child = state.get_next_state(action)
    if child.is_win():
        return f"{action} wins: {completed(child)}."
    if child.is_tie():
        return f"{action} fills the board, and nobody wins."
    if puzzle.kind == COURSE:
        game = [action, *best_play(child, Clock())]
        return f"By the ladder, the game goes {', '.join(map(str, game))}."
    value = T3Player().evaluate(child)
    answered = best_action(child)
    if value.utility == LOSS:
        slow = missed(puzzle, state, action) is not None
        longest = f" No reply lasts longer than {answered}." if slow else ""
        return f"After {action}, {pressure(child)}.{longest}"
    after = child.get_next_state(answered)
    if after.is_win():
        return f"After {action}, the computer plays {answered}: {completed(after)}."
    then = pressure(after) if value.utility == WIN else "neither side can force a win"
    return f"After {action}, the computer plays {answered}. Then {then}."
