"""How a game is shown and typed: as plain lines, or on a screen that is drawn again."""

import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from types import BuiltinFunctionType
from typing import TypeVar

from t3_engine import Clock
from t3_play.console.layout import MARKS, layout, wrapped
from t3_play.drawing import Style, board_in_words, draw_board
from t3_play.match import Match

Answer = TypeVar("Answer")

ENDLESS = 10_000
"""More columns and rows than any board has."""

PATIENCE = 0.5
"""Seconds of thinking before the terminal says so."""

CLEAR = "\033[H\033[J"
"""Moves to the top left corner and clears the screen from there."""


class Screen:
    """Shows a game, line after line, and reads input."""

    def __init__(self, style: Style, *, in_words: bool = False) -> None:
        self.style = style
        self.in_words = in_words
        """Whether the board is said in words, not drawn."""
        self.title = ""
        """The title shown last: it is not repeated with every board."""

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text, flush=True)

    def show(self, match: Match | None, title: str = "") -> None:
        """Show the board, if there is one, and the title if it is another one."""
        if title != self.title:
            self.title = title
            self.say(title)
        if match and self.in_words:
            self.say("\n".join(board_in_words(match.state)))
        elif match:
            last = [(action.col(), action.row()) for action in match.actions[-2:]]
            rows = draw_board(match.state, last, ENDLESS, ENDLESS, self.style)
            self.say("\n".join(["", *rows, MARKS, ""]))

    def read(self, prompt: str) -> str | None:
        """The next line of input after a prompt, None at its end; a pipe's is echoed."""
        if not isinstance(input, BuiltinFunctionType):  # Jupyter's own: its stdin is empty
            try:
                return input(prompt)
            except EOFError:
                return None
        print(prompt, end="", flush=True)
        # Not Python's input(): after a null character it waits for another line.
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


class Terminal(Screen):
    """The game for a person at a terminal.

    It draws one screen whenever it asks for input: the title, the board, and what was said
    since the last input.
    """

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.match: Match | None = None
        self.messages: list[str] = []
        """What was said since the last input."""
        self.started = False
        with suppress(ImportError):  # without it line editing is less comfortable
            import readline

            self.readline = readline
            readline.parse_and_bind("set enable-bracketed-paste off")

    @property
    def width(self) -> int:
        """Columns of text."""
        return max(20, shutil.get_terminal_size().columns - 1)

    @property
    def height(self) -> int:
        """Rows of text on the screen."""
        return shutil.get_terminal_size().lines

    def say(self, text: str) -> None:
        """Print lines of text, and keep them for the screen."""
        self.messages.append(text)
        print("\n".join(wrapped([text], self.width)))

    def show(self, match: Match | None, title: str = "") -> None:
        """Show this board, or none, from now on."""
        if not self.started:
            print("\n" * self.height, end="")  # keeps earlier output above
        self.started, self.match, self.title = True, match, title
        if match:
            self._draw("")

    def _draw(self, prompt: str) -> tuple[str, list[str]]:
        """Draw the screen; returns the prompt's last row, and what did not fit."""
        *above, last = wrapped([prompt.rstrip()], self.width) or [""]
        height = self.height - 1 - len(above)
        rows, rest = layout(
            self.match, self.title, self.messages, self.width, height, self.style
        )
        if rest:
            above, last = [], "Press Enter for more >"
        print(CLEAR + "".join(f"{row}\n" for row in [*rows, *above]), end="", flush=True)
        return last, rest

    def read(self, prompt: str) -> str | None:
        """The next line typed; None at the end of input.

        If the messages don't fit on the screen, Enter first shows page after page.
        """
        while True:
            last, rest = self._draw(prompt)
            try:
                line = input(f"{last} ")
            except EOFError:
                print()
                self.messages = []
                return None
            self.messages = ["\n".join(rest)] if rest else []
            if line.strip() or not rest:
                self.messages = []
                return line

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Do some work, and say so if it takes long. Ctrl-C stops it."""

        def stop(*_: object) -> None:
            clock.deadline = 0

        notice = Timer(PATIENCE, print, ["Thinking. Ctrl-C stops it."])
        notice.daemon = True
        handler = signal.signal(signal.SIGINT, stop)
        notice.start()
        try:
            return work(clock)
        finally:
            notice.cancel()
            signal.signal(signal.SIGINT, handler)
