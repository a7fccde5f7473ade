"""How a game is shown and typed: as plain lines, or on a screen that is drawn again."""

import os
import re
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from types import BuiltinFunctionType

from t3_play.drawing import Board, Style, board_in_words
from t3_play.match import Match
from t3_play.sums import line_sums
from t3_state import Cell, Line

PATIENCE = 0.5
"""Seconds of thinking before the terminal says so."""

RESIZED = [it for it in signal.Signals if it.name in ("SIGWINCH", "SIGCONT")]
"""Signals that ask for the screen again: after another size, and after Ctrl-Z."""

CLEAR = "\033[H\033[J"
"""Moves to the top left corner, and clears the screen from there."""

MESSAGES = 4
"""Rows for messages below the board. With more, the title goes, then the borders."""

UNBROKEN = "\N{NO-BREAK SPACE}"


class Screen:
    """Shows a game, line after line, and reads input."""

    redraws = False
    """Whether the board stays in sight."""

    def __init__(self, style: Style, *, in_words: bool = False, edge: bool = False) -> None:
        self.style = style
        self.in_words = in_words
        """Whether the board is said in words, not drawn."""
        self.edge = edge
        """Whether rows end where the terminal's columns do."""
        self.title = ""
        """The title shown last: it is not repeated with every board."""
        self.dead: set[Line] = set()
        """The lines that were said to be dead."""

    @property
    def width(self) -> int:
        """Columns of text."""
        return max(20, shutil.get_terminal_size().columns - 1) if self.edge else sys.maxsize

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Print lines of text, about some cells (col, row)."""
        print("\n".join(wrapped(text, self.width)), flush=True)

    def show(self, match: Match | None, title: str = "") -> None:
        """Show the board, if there is one, and the title if it is another one.

        With neither, something else begins, of which nothing was said yet.
        """
        if title not in ("", self.title):
            self.say(title)
        self.title = title
        if match and self.in_words:
            self.say("\n".join(board_in_words(match.state, match.own, self.dead)))
            self.dead = {it.line for it in line_sums(match.state) if it.dead}
        elif match:
            rows = board_rows(match, self.width, sys.maxsize, self.style)
            print("", *rows, "", sep="\n", flush=True)
        elif not title:
            self.dead = set()

    def parted(self, prompt: str) -> tuple[list[str], str]:
        """The rows of a prompt above its last, and the last."""
        *above, last = wrapped(prompt.rstrip(), self.width) or [""]
        return above, f"{last} "

    def read(self, prompt: str) -> str | None:
        """The next line of input after a prompt, None at its end; a pipe's is echoed."""
        above, last = self.parted(prompt)
        try:
            line = input("\n".join([*above, last]))
        except (EOFError, RuntimeError):  # the second where stdin is closed
            print()
            return None
        if isinstance(input, BuiltinFunctionType) and not sys.stdin.isatty():
            print(line)  # Jupyter's own input shows it
        return line


class Terminal(Screen):
    """The game for a person at a terminal.

    It draws one screen whenever it asks for input: the title, the board, and what was said
    since the last input.
    """

    redraws = True

    def __init__(self, style: Style) -> None:
        super().__init__(style, edge=True)
        self.match: Match | None = None
        self.messages: list[str] = []
        """What was said since the last input."""
        self.named: set[Cell] = set()
        """The cells that it was about."""
        self.typed: Callable[[], str] = str
        """Tells what is typed so far, if that is known."""
        print("\n" * shutil.get_terminal_size().lines, end="")  # keeps earlier output
        with suppress(ImportError):  # without it line editing is less comfortable
            import readline

            self.typed = readline.get_line_buffer
            readline.parse_and_bind("set enable-bracketed-paste off")
        self.prompt = ""
        """What is asked, while it is."""

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Print lines of text, and keep them and the cells for the screen."""
        self.messages.append(text)
        self.named.update(cells)
        super().say(text)

    def show(self, match: Match | None, title: str = "") -> None:
        """Show this board, or none, from now on."""
        self.match, self.title = match, title
        if match:
            print(self.drawn("")[0], end="", flush=True)

    def drawn(self, prompt: str) -> tuple[str, str, list[str]]:
        """The screen above the prompt's last row, that row, and what did not fit."""
        above, last = self.parted(prompt)
        height = shutil.get_terminal_size().lines
        rows, rest = self.layout(height - 1 - len(above))
        if rest:
            above, last = self.parted("Press Enter for more >")
        screen = CLEAR + "".join(f"{row}\n" for row in [*rows, *above])
        return screen, last, rest

    def layout(self, rows: int) -> tuple[list[str], list[str]]:
        """These rows of text, and the messages that don't fit.

        With few messages, the board is where it is without any.
        """
        match, columns, style = self.match, self.width, self.style
        said = wrapped("\n".join(self.messages), columns)
        shown, rest = said[:rows], said[rows:]
        if match is None:
            return shown, rest
        title = wrapped(self.title, columns)
        room = rows - len(title) - MESSAGES - 1
        usual = board_rows(match, columns, room, style, self.named)
        whole = [*title, *usual]
        if len(whole) + MESSAGES + 3 <= rows:
            whole = [*title, "", *usual, ""]
        small = board_rows(match, columns, match.start.size + 2, style, self.named)
        bare = small[: match.start.size + 2]
        fitting = [it for it in (whole, usual, small, bare) if len(it) + len(shown) <= rows]
        # A board that never fits with a move scrolls off the top, unless there is much
        # to read. One that does is shown again by Enter.
        scrolls = len(bare) + 2 > rows and len(shown) <= MESSAGES
        above = [*fitting, bare if scrolls else []][0]
        return [*above, *shown], rest

    def read(self, prompt: str) -> str | None:
        """The next line typed; None at the end of input.

        If the messages don't fit on the screen, Enter first shows page after page.
        """
        self.prompt = prompt
        for number in RESIZED:
            signal.signal(number, self.draw_again)
        while True:
            screen, last, rest = self.drawn(prompt)
            print(screen, end="", flush=True)
            line = super().read(last)
            self.messages = ["\n".join(rest)]
            if line is None or line.strip() or not rest:
                self.messages, self.prompt = [], ""
                self.named.clear()
                return line

    def draw_again(self, *_: object) -> None:
        """While something is asked, draw the screen anew, with what is typed so far."""
        if self.prompt:
            text = "".join([*self.drawn(self.prompt)[:2], self.typed()])
            # Not print, which the next signal may interrupt.
            os.write(1, text.encode(sys.stdout.encoding, "replace"))


@contextmanager
def patient(notice: str) -> Iterator[None]:
    """Print a notice if what is done meanwhile takes long."""
    timer = Timer(PATIENCE, print, [notice])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def board_rows(
    match: Match, columns: int, rows: int, style: Style, named: Collection[Cell] = ()
) -> list[str]:
    """The board and what its marks mean."""
    last = [(action.col(), action.row()) for action in match.actions[-2:]]
    drawn = Board(match.state, match.own, style, last, named).fitting(columns, rows)
    legend = f"{'[ ] named below' if named else '> < last numbers'}  * your win  ! danger"
    if len(drawn) == match.start.size + 2:  # without borders
        legend += "\n+6 needs 6 more  x dead  W won"
    return [*drawn, *wrapped(legend, columns)]


def wrapped(text: str, columns: int) -> list[str]:
    """A text as rows of at most `columns` columns, never broken within an action."""
    rows = []
    for line in text.split("\n") if text else []:
        whole = re.sub(r" = (?=\d)", f"{UNBROKEN}={UNBROKEN}", line)
        whole = re.sub(r"\b(\d+) (\d+) (\d)\b", rf"\1{UNBROKEN}\2{UNBROKEN}\3", whole)
        found = textwrap.wrap(
            whole, columns, subsequent_indent="  ", break_on_hyphens=False
        )
        rows += [row.replace(UNBROKEN, " ") for row in found or [""]]
    return rows
