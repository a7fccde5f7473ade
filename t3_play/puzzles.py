"""Puzzles and lessons: positions in which to find a move."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from t3_engine import Clock
from t3_play.advice import pressure
from t3_play.analysis import Distances
from t3_play.descriptions import completed
from t3_play.levels import best_action
from t3_player import LOSS, TIE, WIN
from t3_state import TURNS, T3Action, T3State

FIRST_DAY = date(2026, 1, 1)
"""The day of the daily puzzle number 1."""

STRENGTHS = {"easy": 2, "medium": 3, "hard": 3}
"""In how many moves the side to move wins, by how hard a puzzle is; hard ones are 4 x 4."""

BOOK = 111
"""After the last line of daily.txt, its puzzles begin again with the line BOOK, from 0.

A line has three days' puzzles, positions from play in which exactly one move wins, and
neither side can complete a line with its next number. No two from that line on, nor one of
them and one of the days in the year before, are alike: the same up to a symmetry that takes
lines to lines.
"""


@dataclass(frozen=True)
class Exercise:
    """A position in which to find a move: a puzzle or a lesson."""

    title: str
    state: T3State
    moves: int
    """The side to move wins in this many of its moves."""
    task: str = ""
    """What a lesson, which is over with its first move, says to do."""
    learnt: str = ""
    """What a lesson says once it is solved."""

    def left(self, state: T3State) -> int:
        """How many moves are left in a position that followed."""
        if self.task and state != self.state:
            return 0
        placed = len(self.state.get_open_tiles()) - len(state.get_open_tiles())
        return self.moves - (placed + 1) // 2

    def aim(self, state: T3State) -> str:
        """What to do in a position that followed."""
        if self.task:
            return self.task
        left = self.left(state)
        within = "with your next move" if left == 1 else f"within {left} of your moves"
        mover = TURNS[state.odd_turn].title()
        return f"{mover} to move: make a line sum to {state.WIN_TARGET} {within}."

    def judged(self, state: T3State, action: T3Action) -> tuple[str, str]:
        """What a try leads to: "right", "lost", "tied" or "too late"; and in a sentence."""
        prospect = Distances(Clock()).prospect(state, action)
        led_to = {LOSS: "lost", TIE: "tied"}.get(prospect.utility or TIE, "too late")
        if prospect.utility == WIN and prospect.distance == 2 * self.left(state) - 1:
            led_to = "right"
        return led_to, f"After {action}, {prospect.in_words()}."

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


def kind_of(day: date) -> str:
    """The strength of a day's puzzle, a key of STRENGTHS: they take turns."""
    return [*STRENGTHS][(day - FIRST_DAY).days % len(STRENGTHS)]


@cache
def of_day(day: date) -> Exercise:
    """The puzzle of a day."""
    text = files(__package__).joinpath("daily.txt").read_text(encoding="ascii")
    lines = text.splitlines()
    since = (day - FIRST_DAY).days
    at, place = divmod(since, len(STRENGTHS))
    if at >= len(lines):
        at = BOOK + (at - BOOK) % (len(lines) - BOOK)
    start, moves = lines[at].split(", ")[place], STRENGTHS[kind_of(day)]
    return Exercise(f"Puzzle {since + 1}", T3State.from_notation(start), moves)


TEXTS = """\
640/000/000 odds; 1
You are odds: place 1, 3 or 5. Make row 0 sum to 13.
A line counts both sides' numbers.
6050/0010/0000/0000 evens; 1
You are evens: place 2, 4 or 6. Make a line sum to 13.
A line need not be full. Only the sum counts.
030/460/010 evens; 2
Odds threaten to complete a line: it is marked !. Stop them.
Any number on that cell breaks the line: it can no longer sum to 13.
105/010/020 evens; 2
Evens to move. One threat can be stopped. Make two with one move.
One move that makes two threats wins, if the other side has none: only one can be stopped.
006/000/060 odds; 2
Odds to move. No line is ready. Leave evens no move that is safe.
Now whatever evens place opens a line for you. Sometimes you win by waiting.
"""
"""Position and moves to the win, task, and what is learnt."""

texts = iter(TEXTS.splitlines())
LESSONS = [
    Exercise(f"Lesson {at} of 5", T3State.from_notation(start[:-3]), int(start[-1]), *said)
    for at, (start, *said) in enumerate(zip(texts, texts, texts), start=1)
]
"""What a newcomer learns, in this order."""
