"""The game in a terminal, on one screen that is drawn again and again."""

import re
import shutil
import signal
import textwrap
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

from t3_play.console.screen import MARKS, Answer, Screen
from t3_play.descriptions import listed
from t3_play.drawing import Style, draw_board
from t3_play.match import Match, whose
from t3_player import Clock

PATIENCE = 0.5
"""Seconds of thinking before the terminal says so."""

MESSAGES = 4
"""Rows for messages below the board. With more, the title goes, then the borders."""

UNBROKEN = "\N{NO-BREAK SPACE}"

CLEAR = "\033[H\033[J"
"""Moves to the top left corner and clears the screen from there."""

SMALL_MARKS = "+6 needs 6 more  x dead"
"""Further marks on a board without borders."""


class RedrawError(Exception):
    """The terminal was resized, or the game resumed, while the person typed."""


class Terminal(Screen):
    """The game for a person at a terminal.

    It redraws one screen whenever it asks for input: the aim, the board, and the messages
    since the last input.
    """

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.messages: list[str] = []
        """Messages since the last input."""
        self.reading = False
        for name in ("SIGWINCH", "SIGCONT"):
            if hasattr(signal, name):
                # Must precede the import of readline, which calls the handler it finds.
                signal.signal(getattr(signal, name), self._redraw)
        with suppress(ImportError):  # without it line editing is less comfortable
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")

    def _redraw(self, *_: object) -> None:
        if self.reading:
            raise RedrawError

    @property
    def width(self) -> int:
        """Columns of text."""
        return max(20, shutil.get_terminal_size().columns - 1)

    @property
    def height(self) -> int:
        """Rows of text on the screen."""
        return shutil.get_terminal_size().lines

    def say(self, text: str) -> None:
        """Print lines of text."""
        self.messages.append(text)
        print("\n".join(self._wrapped(text)))

    def _wrapped(self, text: str) -> list[str]:
        """Wraps a text into rows, but never within an action."""
        whole = re.sub(r" = (?=\d)", f"{UNBROKEN}={UNBROKEN}", text)
        rows = []
        for line in whole.split("\n"):
            wrapped = textwrap.wrap(
                line, self.width, subsequent_indent="  ", break_on_hyphens=False
            )
            rows += [row.replace(UNBROKEN, " ") for row in wrapped or [""]]
        return rows

    def begin(self, match: Match) -> None:
        """Show the match and who plays it, and the first time how to type."""
        if self.match is None:
            print("\n" * self.height, end="")  # keeps earlier output above
        super().begin(match)

    def changed(self, match: Match) -> None:
        """Show the board."""
        self.match = match
        if match.play == "none":
            del self.messages[:-1]  # nobody types: only the last message matters
        self._draw(match)

    def _title(self, match: Match) -> list[str]:
        return self._wrapped(self.title(match))

    def _draw(self, match: Match, prompt: int = 1) -> None:
        """Draw the whole screen, with so many rows for a prompt."""
        messages = self._rows()[: self.height - prompt]
        free = self.height - prompt - len(messages)
        title, board = self._title(match), self._board(match)
        whole = [*title, *board]
        if len(whole) + MESSAGES + 4 <= self.height:
            whole = [*title, "", *board, ""]
        small = self._board(match, match.start.size + 2)
        fitting = [it for it in (whole, board, small) if len(it) <= free]
        # A board that never fits scrolls off the top, unless there is much to read.
        above = [*fitting, small if len(messages) <= MESSAGES else []][0]
        print(CLEAR + "\n".join([*above, *messages]))

    def _rows(self) -> list[str]:
        """The messages since the last input, as rows of text."""
        return [row for text in self.messages for row in self._wrapped(text)]

    def _board(self, match: Match, room: int | None = None) -> list[str]:
        """The board, in `room` rows.

        Usually they don't depend on the messages, so that the board stays put.
        """
        if room is None:  # the prompt may need two rows, the marks need one
            room = self.height - len(self._title(match)) - MESSAGES - 3
        last = [(action.col(), action.row()) for action in match.actions[-2:]]
        rows = draw_board(match.state, last, self.width, room, self.style)
        small = len(rows) == match.start.size + 2
        return [*rows, MARKS, SMALL_MARKS] if small else [*rows, MARKS]

    def prompt(self, match: Match) -> str:
        """What asks for a move, shorter where there is little room."""
        usual = super().prompt(match)
        if len(usual) + len("0 0 0") < self.width:
            return usual
        return f"{whose(match)} turn ({listed(match.state.get_moves(), 'or')}) > "

    def read(self, prompt: str) -> str | None:
        """The next line typed; None at the end of input.

        If the messages don't fit on the screen, Enter first shows page after page.
        """
        line = None
        while line is None:
            *above, last = self._wrapped(prompt.rstrip())
            rows = self._rows()
            more = len(rows) + len(above) >= self.height
            if more:
                above, last = [], "Press Enter for more >"
            try:
                self.reading = True
                if self.match:
                    self._draw(self.match, 1 + len(above))
                print("".join(f"{row}\n" for row in above), end="")
                line = input(f"{last} ")
                if more and not line.strip():
                    self.messages, line = ["\n".join(rows[self.height - 1 :])], None
            except RedrawError:
                continue
            except EOFError:
                print()
                break
            finally:
                self.reading = False
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
