"""Puzzles and lessons: positions in which to find a move.

A puzzle is a position from play, in which one move wins. Kind and seed alone determine it.
So that it is the same with every version of Python, dice here are only thrown with
random.random(), which is promised never to change.
"""

import pkgutil
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import NamedTuple

from t3_engine import Clock, Search
from t3_engine.position import Position
from t3_engine.tables import members
from t3_play.advice import pressure
from t3_play.analysis import Distances, safe_actions
from t3_play.descriptions import completed
from t3_play.levels import best_action
from t3_play.sums import line_sums, threat_lines
from t3_player import LOSS, TIE, WIN
from t3_state import TURNS, T3Action, T3State

FIRST_DAY = date(2026, 1, 1)
"""The day of the daily puzzle number 1."""

BOOK_FROM = date(2026, 12, 1)
"""From this day on, the daily puzzles are those of daily.txt, again and again.

A line of it has three days' puzzles. No two in it, nor one of them and one of the days in
the year before, are alike: the same up to a symmetry that takes lines to lines. Among its
medium puzzles are all that `drawn` can draw.
"""


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


@dataclass(frozen=True)
class Exercise:
    """A position, and how many moves solve it."""

    title: str
    state: T3State
    moves: int

    def left(self, state: T3State) -> int:
        """How many moves are left in a position that followed."""
        placed = len(self.state.get_open_tiles()) - len(state.get_open_tiles())
        return self.moves - (placed + 1) // 2

    def aim(self, state: T3State) -> str:
        """What to find in a position that followed."""
        left = self.left(state)
        within = "with your next move" if left == 1 else f"within {left} of your moves"
        mover = TURNS[state.odd_turn].title()
        return f"{mover} to move: make a line sum to {state.WIN_TARGET} {within}."

    def missed(self, state: T3State, action: T3Action) -> str | None:
        """Why an action in a position isn't right, in a sentence; None if it is."""
        prospect = Distances(Clock()).prospect(state, action)
        if prospect.utility == WIN and prospect.distance == 2 * self.left(state) - 1:
            return None
        return f"After {action}, {prospect.in_words()}."

    def gave_away(self, state: T3State, action: T3Action) -> str:
        """What an action that isn't right led to, in a word or two."""
        utility = Distances(Clock()).prospect(state, action).utility
        return "lost" if utility == LOSS else "tied" if utility == TIE else "too late"

    def answer(self, state: T3State) -> T3Action:
        """A right move in a position."""
        return best_action(state)

    def why(self, state: T3State, action: T3Action) -> str:
        """What follows an action in a position, right or not."""
        child = state.get_next_state(action)
        if child.is_win():
            return f"{action} wins: {completed(child)}."
        if child.is_tie():
            return f"{action} fills the board, and nobody wins."
        best, reply = Distances(Clock()).outlook(child), best_action(child)
        if best.utility == LOSS:
            return f"After {action}, {pressure(child)}."
        after = child.get_next_state(reply)
        if after.is_win():
            return f"After {action}, the computer plays {reply}: {completed(after)}."
        then = pressure(after) if best.utility == WIN else "neither side can force a win"
        return f"After {action}, the computer plays {reply}. Then {then}."


def number_of(day: date) -> int:
    """The number of a day's puzzle.

    >>> number_of(date(2026, 1, 31))
    31
    """
    return (day - FIRST_DAY).days + 1


def kind_of(day: date) -> str:
    """The strength of a day's puzzle, a key of STRENGTHS: they take turns."""
    return list(STRENGTHS)[day.toordinal() % len(STRENGTHS)]


@cache
def of_day(day: date) -> Exercise:
    """The puzzle of a day."""
    kind, title = kind_of(day), f"Puzzle {number_of(day)}"
    if day < BOOK_FROM:
        return drawn(kind, day.isoformat(), title)
    lines = (pkgutil.get_data(__package__, "daily.txt") or b"").decode("ascii").splitlines()
    threes, place = divmod(day.toordinal(), len(STRENGTHS))
    line = lines[(threes - BOOK_FROM.toordinal() // len(STRENGTHS)) % len(lines)]
    return Exercise(
        title, T3State.from_notation(line.split(", ")[place]), STRENGTHS[kind].moves
    )


def drawn(kind: str, seed: str, title: str = "") -> Exercise:
    """The puzzle of this kind and seed: a position in which exactly one move wins."""
    dice = random.Random(f"{kind} {seed}")
    size, stones, moves = STRENGTHS[kind]
    state = next(state for state in _quiet(size, stones, dice) if one_wins(state, moves))
    return Exercise(title or f"{kind.title()} puzzle", state, moves)


def _quiet(size: int, stones: range, dice: random.Random) -> Iterator[T3State]:
    """Positions from games in which no side leaves the other a win at once.

    In none of them can either side complete a line with its next number, so no mark on the
    board gives away what to play.
    """
    while True:
        state = T3State(dice.random() < 1 / 2, [[0] * size] * size)
        for placed in range(stones.stop):
            choices = safe_actions(state)
            if not choices:
                break
            if placed in stones and not threat_lines(line_sums(state), not state.odd_turn):
                yield state
            state = state.get_next_state(choices[int(dice.random() * len(choices))])


def one_wins(state: T3State, moves: int) -> bool:
    """Whether exactly one move wins, and takes this many moves of the side to move.

    All others tie or lose, however the game goes on.
    """
    within, position = Search(Clock()).forced[state.odd_turn].within, Position.of(state)
    plies = 2 * moves - 1
    if not within(position, plies) or within(position, plies - 2):
        return False
    safe = map(position.after, members(position.safe))
    return sum(within(child, position.holes() - 1) for child in safe) == 1


@dataclass(frozen=True)
class Lesson(Exercise):
    """A position that teaches one idea, by a move that uses it."""

    task: str
    learnt: str
    """What to say once it is solved."""

    def aim(self, state: T3State) -> str:
        """What to do."""
        return self.task

    def missed(self, state: T3State, action: T3Action) -> str | None:
        """Why an action isn't right, in a sentence; None if it is."""
        if self.moves:
            return super().missed(state, action)
        right = action in safe_actions(state)
        return None if right else f"After {action}, the computer completes the line."

    def left(self, state: T3State) -> int:
        """How many moves are left. The first solves it."""
        return max(1, self.moves) if state == self.state else 0

    def why(self, state: T3State, action: T3Action) -> str:
        """What follows an action, right or not."""
        if self.moves or self.missed(state, action):
            return super().why(state, action)
        return f"After {action}, {TURNS[not state.odd_turn]} can't complete a line next."

    def answer(self, state: T3State) -> T3Action:
        """A right move."""
        return safe_actions(state)[0] if self.moves == 0 else super().answer(state)


TEXTS = """\
640/000/000 odds; 1
You are odds: place 1, 3 or 5. Make row 0 sum to 13.
A line counts both sides' numbers.
6050/0010/0000/0000 evens; 1
You are evens: place 2, 4 or 6. Make a line sum to 13.
A line need not be full. Only the sum counts.
260/000/300 evens; 0
Odds threaten to complete a line: it is marked !. Stop them.
Any number on that cell breaks the line: it can no longer sum to 13.
105/010/020 evens; 2
Evens to move. One threat can be stopped. Make two with one move.
One move that makes two threats wins, if the other side has none: only one can be stopped.
006/000/060 odds; 2
Odds to move. No line is ready. Leave evens no move that is safe.
Now whatever evens place opens a line for you. Sometimes you win by waiting.
"""
"""Position and moves to the win (0: only a threat is stopped), task, and what is learnt."""


texts = iter(TEXTS.splitlines())
LESSONS = [
    Lesson(f"Lesson {at} of 5", T3State.from_notation(start[:-3]), int(start[-1]), *said)
    for at, (start, *said) in enumerate(zip(texts, texts, texts), start=1)
]
"""What a newcomer learns, in this order."""
