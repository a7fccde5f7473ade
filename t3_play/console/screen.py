"""The game as plain lines, for pipes and simple terminals; Terminal redraws instead."""

import sys
import time
from collections.abc import Callable
from typing import TypeVar

from t3_play.descriptions import listed
from t3_play.drawing import Style, draw_board
from t3_play.match import (
    OTHER_SIDE,
    PEOPLE,
    Match,
    example_number,
    move_in_words,
    outcome,
    whose,
)
from t3_player import Clock
from t3_state import TURNS, T3Action, numbers

Answer = TypeVar("Answer")

DELAY = 1
"""Seconds between moves when the computer plays itself in a terminal."""

MARKS = "> < last numbers  * wins now  ! danger"
"""The marks on the board, in a row below it."""

TYPING = (
    "Type column, row and number: 0 1 {0} puts {0} on (0,1). The top left cell is (0,0). "
    "Type help for more."
)

LEGEND = """\
> < mark each side's last number, / and \\ the ends of the diagonals.
* marks a line that the side to move can complete now, and the numbers of a line that won.
! marks a line that the other side can complete with its next number.
A dead line can no longer win.
On a board without borders, +6 needs 6 more, and x is a dead column."""
"""What the marks on the board mean."""

ENDLESS = 10_000
"""More columns and rows than any board has."""


class Screen:
    """Shows a game, line after line, and reads input."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.match: Match | None = None
        """The match on the screen."""
        self.goal = ""
        """What a puzzle asks for; empty in a game."""
        self.shown = ""
        """The title shown last: it is not repeated with every board."""

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text, flush=True)

    def begin(self, match: Match) -> None:
        """Show the match and who plays it, and the first time how to type."""
        first = self.match is None
        self.changed(match)
        if first and match.play != "none":
            self.say(TYPING.format(example_number(match)))

    def title(self, match: Match) -> str:
        """The aim, and who plays which side; or what a puzzle asks for."""
        if self.goal:
            return self.goal
        size, target = match.start.size, match.start.WIN_TARGET
        aim = f"make a row, column or diagonal sum to {target}."
        if size * match.start.MAX_MOVE < target:
            aim = f"no line can sum to {target} here, so it will be a tie."
        sides = []
        for odd, name in TURNS.items():
            who = "You" if odd in PEOPLE[match.play] else f"Computer ({match.level})"
            own = listed(numbers(odd, match.start.MAX_MOVE), "or")
            side = f"{who}: {name} ({own})."
            sides.append(f"{name.title()}: {own}." if match.play == "both" else side)
        if match.play in OTHER_SIDE:
            sides.sort(reverse=True)  # you first
        return f"Tic-Tac-Total: {aim}\n{' '.join(sides)}"

    def changed(self, match: Match) -> None:
        """Show the board."""
        self.match = match
        if self.title(match) != self.shown:
            self.shown = self.title(match)
            self.say(self.shown)
        last = [(action.col(), action.row()) for action in match.actions[-2:]]
        rows = draw_board(match.state, last, ENDLESS, ENDLESS, self.style)
        self.say("\n".join(["", *rows, MARKS, ""]))

    def pause(self) -> None:
        """Let the person see a move, when the computer plays itself."""
        if sys.stdout.isatty():
            time.sleep(DELAY)

    def ask(self, match: Match) -> str | None:
        """The next line typed at the board; None at the end of input."""
        line: str | None = ""
        while line is not None and not line.strip():
            line = self.read(self.prompt(match))
        return line

    def prompt(self, match: Match) -> str:
        """What asks for a move."""
        own = listed(match.state.get_moves(), "or")
        return f"{whose(match)} turn: COLUMN ROW NUMBER ({own}) > "

    def read(self, prompt: str) -> str | None:
        """The next line of input after a prompt, None at its end; a pipe's is echoed."""
        print(prompt, end="", flush=True)
        # Not input(): after a null character it waits for another line.
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            print()
            return None
        line = line.rstrip("\n")
        if not sys.stdin.isatty():
            print(line)
        return line

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Do some work. The clock limits it."""
        return work(clock)

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the computer is about to play in the match."""
        doubt = "" if proven else ", which is not proven to be best"
        self.say(f"{move_in_words(match, match.state, action)}{doubt}")

    def end(self, match: Match) -> None:
        """Show how the match ended."""
        when = f" after move {len(match.actions)}" if match.actions else ""
        self.say(f"{outcome(match)}{when}.")
