"""The game in a terminal."""

import re
import shutil
import signal
import textwrap
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

from t3_play.console.screen import Answer
from t3_play.descriptions import counted, listed
from t3_play.drawing import Style, draw_board
from t3_play.match import (
    OTHER_SIDE,
    PEOPLE,
    Match,
    example_number,
    outcome,
    told,
    victory,
    who,
    whose,
)
from t3_player import Clock
from t3_state import TURNS, T3Action, T3State, numbers

PATIENCE = 0.5
"""Seconds of thinking before the terminal shows it."""

DELAY = 1
"""Seconds between moves when the computer plays itself."""

MESSAGES = 4
"""Rows for messages below the board. With more, the title goes, then the borders."""

UNBROKEN = "\N{NO-BREAK SPACE}"

CLEAR = "\033[H\033[J"
"""Moves to the top left corner and clears the screen from there."""

MARKS = {
    ">": "> < is around the last number of each side.",
    "!": "! marks danger: the other side can complete that line with its next number.",
    r"\*": "* marks a line that you can complete now, and win.",
    r"\(": "Evens' numbers are in parentheses.",
    r"\+\d": "+6 means that the line needs 6 more.",
    "dead": "A dead line is past {target}, or can no longer get there.",
    " x": "x is below a column that is dead: past {target}, or unable to get there.",
}
"""The meaning of each mark on the board, by a pattern that finds the mark."""

TYPING = (
    "Type column, row and number: 0 1 {0} puts {0} on (0,1), which is column 0, row 1. "
    "Both count from 0 at the top left. Type help for more."
)


class RedrawError(Exception):
    """The terminal was resized, or the game resumed, while the person typed."""


class Terminal:
    """The game for a person at a terminal.

    It redraws one screen whenever it asks for input: the aim, the board, and the messages
    since the last input. If the terminal can't redraw, messages follow one another, and the
    board follows when it has changed.
    """

    interactive = True

    def __init__(self, style: Style, animated: bool) -> None:
        self.style = style
        self.animated = animated
        """Whether the screen can be redrawn in place."""
        self.match: Match | None = None
        """The match that is shown."""
        self.said: list[Callable[[], list[str]]] = []
        """Messages since the last input. Each returns rows for the current width."""
        self.explained: set[str] = set()
        """Marks already explained, and TYPING if that was explained."""
        self.shown: T3State | None = None
        """The state of the last board drawn, if the screen can't be redrawn."""
        self.rows_since_board = 0
        """How many rows have been printed since then, those of that board included."""
        self.reading = False
        if animated:
            for name in ("SIGWINCH", "SIGCONT"):
                if hasattr(signal, name):
                    # Must precede the import of readline, which calls the handler it finds.
                    signal.signal(getattr(signal, name), self._redraw)
        try:
            import readline
        except ImportError:  # line editing is less comfortable
            self.readline: Any = None
        else:
            readline.parse_and_bind("set enable-bracketed-paste off")
            self.readline = readline

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
        self._add(partial(self._wrapped, text))

    def say_items(self, items: Sequence[str]) -> None:
        """Print short texts, in as many columns as fit."""
        self._add(partial(self._in_columns, items))

    def _add(self, rows: Callable[[], list[str]]) -> None:
        self.said.append(rows)
        self._print(rows())

    def _print(self, rows: Sequence[str]) -> None:
        print("\n".join(rows))
        self.rows_since_board += len(rows)

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

    def _in_columns(self, items: Sequence[str]) -> list[str]:
        widest = 2 + max(map(len, items))
        columns = max(1, (self.width + 2) // widest)
        in_each = -(-len(items) // columns)
        rows = [
            "".join(item.ljust(widest) for item in items[at::in_each])
            for at in range(in_each)
        ]
        return [part for row in rows for part in self._wrapped(row.rstrip())]

    def legend(self, match: Match) -> str:
        """What the marks on the board mean."""
        meanings = " ".join([*MARKS.values()][:-1]).format(target=match.start.WIN_TARGET)
        return rf"{meanings} / and \ end the diagonals."

    def begin(self, match: Match) -> None:
        """Show the match and who plays it, and the first time how to type."""
        if self.animated and self.match is None:
            print("\n" * self.height, end="")  # keeps earlier output above
        self.match, self.shown = match, None
        if not self.animated:
            self._print(self._title(match))
        if match.play != "none" and TYPING not in self.explained:
            self.explained.add(TYPING)
            self.say(TYPING.format(example_number(match)))
        if match.play == "none":
            self.changed(match)

    def _title(self, match: Match) -> list[str]:
        """The aim, and who plays which side."""
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
        text = f"Tic-Tac-Total: {aim}"
        return [*self._wrapped(text), *self._wrapped(" ".join(sides))]

    def changed(self, match: Match) -> None:
        """Show the board. If it is not drawn in place, the next prompt shows it."""
        self.match = match
        if match.play == "none":
            del self.said[:-1]  # nobody types: only the last message matters
        if self.animated:
            self._draw(match)
        elif match.play == "none":
            self._show(match)
        if match.play == "none" and match.actions:
            time.sleep(DELAY)

    def _room(self, match: Match) -> int:
        """Rows for the board. They don't depend on what is said, so the board stays put."""
        return self.height - len(self._title(match)) - MESSAGES - 2  # the prompt may need 2

    def _draw(self, match: Match, prompt: int = 1) -> None:
        """Draw the whole screen, with so many rows for a prompt."""
        said = self._rows()[: self.height - prompt]
        free = self.height - prompt - len(said)
        title, board = self._title(match), self._board(match, self._room(match))
        whole = [*title, *board]
        if len(whole) + MESSAGES + 4 <= self.height:
            whole = [*title, "", *board, ""]
        small = self._board(match, match.start.size + 2)
        fitting = [it for it in (whole, board, small) if len(it) <= free]
        # A board that never fits scrolls off the top, unless there is much to read.
        above = [*fitting, small if len(said) <= MESSAGES else []][0]
        print(CLEAR + "\n".join([*above, *said]))

    def _rows(self) -> list[str]:
        """The messages since the last input, as rows of text."""
        return [row for rows in self.said for row in rows()]

    def _board(self, match: Match, room: int) -> list[str]:
        """The board in `room` rows."""
        last = [(action.col(), action.row()) for action in match.actions[-2:]]
        return draw_board(match.state, last, self.width, room, self.style)

    def _show(self, match: Match) -> None:
        """Show the board without redrawing, unless it is still in sight."""
        if match.state == self.shown and self.rows_since_board < self.height:
            return
        print()
        self.shown, self.rows_since_board = match.state, 0
        self._print(self._board(match, self.height - 2))

    def _explain(self, match: Match) -> None:
        """Explain marks on the board that are new: as many as leave the layout as it is."""
        drawn = "\n".join(self._board(match, self._room(match)))
        for mark, meaning in MARKS.items():
            if mark not in self.explained and re.search(mark, drawn):
                text = meaning.format(target=match.start.WIN_TARGET)
                if len(self._rows()) + len(self._wrapped(text)) > MESSAGES:
                    break
                self.explained.add(mark)
                self.say(text)

    def announce(self, match: Match) -> None:
        """Do nothing: the prompt, or the computer's move, says whose turn it is."""

    def ask(self, match: Match) -> str | None:
        """The next line typed at the board; None at the end of input."""
        turn, own = f"{whose(match)} turn", listed(match.state.get_moves(), "or")
        prompt = f"{turn}: COLUMN ROW NUMBER ({own}) > "
        if len(prompt) + len("0 0 0") >= self.width:
            prompt = f"{turn} ({own}) > "
        line: str | None = ""
        while line is not None and not line.strip():
            if not self.animated:
                self._show(match)
            self._explain(match)
            line = self.read(prompt)
        return line

    def read(self, prompt: str) -> str | None:
        """The next line typed; None at the end of input.

        If the messages don't fit on the screen, Enter first shows page after page.
        """
        line, typed = None, ""
        while line is None:
            *above, last = self._wrapped(prompt.rstrip())
            rows = self._rows()
            more = self.animated and len(rows) + len(above) >= self.height
            if more:
                above, last = [], "Enter for more >"
            try:
                self.reading = True
                if self.animated and self.match:
                    self._draw(self.match, 1 + len(above))
                print("".join(f"{row}\n" for row in above), end="")
                line = self._input(f"{last} ", typed)
                if more and not line.strip():
                    self.said, line = [partial(list, rows[self.height - 1 :])], None
            except RedrawError:
                typed = self.readline.get_line_buffer() if self.readline else ""
            except EOFError:
                print()
                break
            finally:
                self.reading = False
        self.rows_since_board += 1 + len(f"{prompt}{line}") // (self.width + 1)
        self.said = []
        return line

    def _input(self, prompt: str, typed: str) -> str:
        """The next line. It begins with what was typed before the screen was redrawn."""
        if not typed:
            return input(prompt)
        self.readline.set_startup_hook(lambda: self.readline.insert_text(typed))
        try:
            return input(prompt)
        finally:
            self.readline.set_startup_hook(None)

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Do some work, and show progress if it takes long. Ctrl-C stops it."""
        start = time.monotonic()
        shown = ""
        with ThreadPoolExecutor(1) as executor:
            try:
                future = executor.submit(work, clock)
                while not future.done():
                    try:
                        wait([future], timeout=0.1)
                        seconds = time.monotonic() - start
                        if seconds >= PATIENCE and not future.done():
                            shown = self._progress(seconds, shown)
                    except KeyboardInterrupt:
                        clock.deadline = 0
            except BaseException:
                clock.deadline = 0  # otherwise the executor waits for the work
                raise
        if self.animated and shown:
            ctrl_c = len("^C")  # the terminal shows it
            print("\r" + " " * (len(shown) + ctrl_c), end="\r")
        return future.result()

    def _progress(self, seconds: float, shown: str) -> str:
        """Show the progress of thinking; returns the text shown."""
        text = f"Thinking: {seconds:.0f} s. Ctrl-C stops it."
        if self.animated:
            print(f"\r{text}", end="", flush=True)
        elif not shown:
            self.say("Thinking. Ctrl-C stops it.")
        return text

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the computer is about to play in the match."""
        doubt = "" if proven else ", which is not proven to be best"
        self.say(f"{told(match, match.state, action)}{doubt}")

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        if self.animated:
            self._draw(match)
        else:
            self._show(match)
        loser = who(match, match.state.odd_turn).lower()
        how = f"{victory(match)}: {loser} resigned" if resigned else outcome(match)
        self.say(f"{how}, after {counted(len(match.actions), 'move')} in all.")
