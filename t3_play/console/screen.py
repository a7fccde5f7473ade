"""The game as plain lines, for pipes and simple terminals; Terminal redraws instead."""

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from t3_engine import Clock
from t3_play.console.layout import MARKS, Scene
from t3_play.drawing import Style, draw_board

Answer = TypeVar("Answer")

ENDLESS = 10_000
"""More columns and rows than any board has."""


class Screen:
    """Shows a game, line after line, and reads input."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.title = ""
        """The title shown last: it is not repeated with every board."""
        self.words: Sequence[str] = ()
        """What Tab completes."""

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text, flush=True)

    def show(self, scene: Scene) -> None:
        """Show the board, and the title if it is another one."""
        if scene.title != self.title:
            self.title = scene.title
            self.say(scene.title)
        if scene.match:
            last = [(action.col(), action.row()) for action in scene.match.actions[-2:]]
            rows = draw_board(scene.match.state, last, ENDLESS, ENDLESS, self.style)
            self.say("\n".join(["", *rows, MARKS, ""]))

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
