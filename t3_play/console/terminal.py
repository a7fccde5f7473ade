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

from t3_play.analysis import Prospect
from t3_play.console.letters import CELL, in_letters
from t3_play.console.screen import Answer
from t3_play.console.values import draw_values, grouped
from t3_play.descriptions import listed
from t3_play.drawing import Style, draw_board
from t3_play.match import PEOPLE, Match, example_number, outcome, told, victory, who, whose
from t3_player import Clock
from t3_state import TURNS, T3Action, T3State, numbers

PATIENCE = 0.5
"""Seconds of thinking before the terminal shows it."""

DELAY = 1
"""Seconds between actions when the machine plays itself."""

BELOW_VALUES = 6
"""Rows to leave free below the board with values."""

FEW = 3
"""Rows of messages kept free below most boards. A taller board may scroll off the top."""

UNBROKEN = "\N{NO-BREAK SPACE}"

CLEAR = "\033[H\033[J"
"""Moves to the top left corner and clears the screen from there."""

MARKS = {
    ">": "> < is around the last number of each side.",
    r"\(": "Numbers of evens are in parentheses.",
    r"\+\d": "+6 means that the line needs 6 more.",
    r"\*": "* marks a line that you can complete now, and win.",
    "!": "! marks danger: the other side can complete that line with its next number.",
    "dead": "A dead line is past {target}, or can no longer get there.",
    " x": "x is below a column that is dead: past {target}, or unable to get there.",
}
"""The meaning of each mark on the board, by a pattern that finds the mark."""

TYPING = "Type column, row and number, such as 1 1 {0} or b2 {0}, or help for more."


class ResizedError(Exception):
    """The terminal was resized while the person typed."""


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
        self.instead: Callable[[int], list[str]] | None = None
        """Replaces the board until the next input. Takes the number of rows."""
        self.explained: set[str] = set()
        """Marks already explained, and TYPING if that was explained."""
        self.lettered = False
        """Whether the person last typed a cell as b2. Messages then do the same."""
        self.shown: T3State | None = None
        """The state of the last board drawn, if the screen can't be redrawn."""
        self.rows_since_board = 0
        """How many rows have been printed since then, those of that board included."""
        self.reading = False
        if animated and hasattr(signal, "SIGWINCH"):
            # Must precede the import of readline, which calls the handler that it finds.
            signal.signal(signal.SIGWINCH, self._resized)
        try:
            import readline
        except ImportError:  # line editing is less comfortable
            self.readline: Any = None
        else:
            readline.parse_and_bind("set enable-bracketed-paste off")
            self.readline = readline

    def _resized(self, *_: object) -> None:
        if self.reading:
            raise ResizedError

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
        text = in_letters(text) if self.lettered else text
        whole = re.sub(r" = (?=\d)", f"{UNBROKEN}={UNBROKEN}", text)
        rows = []
        for line in whole.split("\n"):
            broken = textwrap.wrap(line, self.width, subsequent_indent="  ") or [""]
            rows += [row.replace(UNBROKEN, " ") for row in broken]
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
        aim = f"a row, column or diagonal that sums to {target} wins."
        if size * match.start.MAX_MOVE < target:
            aim = f"no line can sum to {target} here, so it will be a tie."
        sides = []
        for odd, name in TURNS.items():
            who = "a person is" if match.play == "both" else "you are"
            if odd not in PEOPLE[match.play]:
                who = f"the machine ({match.level}) is"
            own = listed(numbers(odd, match.start.MAX_MOVE) or ["no number"], "or")
            sides.append(f"{who} {name} ({own})")
        sides.sort(reverse=True)  # you first
        text = f"Tic-Tac-Total, {size} x {size}: {aim}"
        return [*self._wrapped(text), *self._wrapped(_sentence("; ".join(sides)))]

    def changed(self, match: Match) -> None:
        """Show the board. If it is not drawn in place, the next prompt shows it."""
        if match.play == "none":
            del self.said[:-1]  # nobody types: only the last message matters
        if self.animated:
            self._draw(match, prompt="")
        elif match.play == "none":
            self._show(match)
        if match.play == "none" and match.actions:
            time.sleep(DELAY)

    def _draw(self, match: Match, prompt: str) -> None:
        """Draw the whole screen, with room for a prompt."""
        said = [row for rows in self.said for row in rows()]
        room = self.height - 1 - len(prompt) // (self.width + 1) - len(said)
        title = self._title(match)
        kept = max(0, FEW - len(said))  # one more message must not change the layout
        board = self._board(match, room - len(title) - kept)
        if len(title) + len(board) > room:
            title, board = [], self._board(match, room)
        if len(board) > room and len(said) > FEW:  # messages matter more than the board
            board = []
        free = room - len(title) - len(board)
        above, below = [""] * (free > 0 and bool(title)), [""] * (free > 1 and bool(board))
        print(CLEAR + "\n".join([*title, *above, *board, *below, *said]))

    def _board(self, match: Match, room: int) -> list[str]:
        """The board in `room` rows, or what replaces it."""
        instead = self.instead and self.instead(room)
        if instead:
            return instead
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
        """Explain the marks on the board that are new."""
        drawn = "\n".join(self._board(match, self.height))
        for mark, meaning in MARKS.items():
            if re.search(mark, drawn) and mark not in self.explained:
                self.explained.add(mark)
                self.say(meaning.format(target=match.start.WIN_TARGET))

    def announce(self, match: Match) -> None:
        """Do nothing: the prompt, or the machine's action, says whose turn it is."""

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
        """The next line typed; None at the end of input."""
        line, typed = None, ""
        while line is None:
            try:
                self.reading = True
                if self.animated and self.match:
                    self._draw(self.match, prompt)
                line = self._input(prompt, typed)
            except ResizedError:
                typed = self.readline.get_line_buffer() if self.readline else ""
            except EOFError:
                print()
                break
            finally:
                self.reading = False
        self.rows_since_board += 1 + len(f"{prompt}{line}") // (self.width + 1)
        self.said, self.instead = [], None
        if line and re.match(rf"{CELL}|\W*\d", line):
            self.lettered = bool(re.match(CELL, line))
        return line

    def _input(self, prompt: str, typed: str) -> str:
        """The next line. It begins with what was typed before a resize."""
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
                            shown = self._progress(seconds, clock.nodes, shown)
                    except KeyboardInterrupt:
                        clock.deadline = 0
            except BaseException:
                clock.deadline = 0  # otherwise the executor waits for the work
                raise
        if self.animated and shown:
            ctrl_c = len("^C")  # the terminal shows it
            print("\r" + " " * (len(shown) + ctrl_c), end="\r")
        return future.result()

    def _progress(self, seconds: float, nodes: int, shown: str) -> str:
        """Show the progress of thinking; returns the text shown."""
        end = "Ctrl-C stops it."
        if not self.animated:
            if not shown:
                self.say(f"Thinking. {end}")
            return "shown"
        texts = [
            f"Thinking: {seconds:.0f} s, {nodes:,} positions. {end}",
            f"Thinking: {seconds:.0f} s. {end}",
            end,
        ]
        text = next(text for text in texts if len(text) < self.width or text == end)
        text = text.ljust(len(shown))
        print(f"\r{text}", end="", flush=True)
        return text

    def values(self, state: T3State, found: Sequence[Prospect]) -> None:
        """Show what each action leads to: on the board if there is room, and in words."""

        def board(room: int) -> list[str]:
            return draw_values(state, found, self.width, room, self.style)

        if self.animated:
            self.instead = board
        else:
            self._print(board(self.height - BELOW_VALUES))
        named = len("(0,0) = 1, 3 or 5, ")
        cells = max(1, (self.width - len("loses in 2 turns: and 9 more")) // named)
        for group in grouped(found, cells):
            self.say(group)

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        doubt = "" if proven else ", which is not proven to be best"
        self.say(f"{told(match, match.state, action)}{doubt}")

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        if self.animated:
            self._draw(match, prompt="")
        else:
            self._show(match)
        count = len(match.actions)
        loser = who(match, match.state.odd_turn).lower()
        how = f"{victory(match)}: {loser} resigned" if resigned else outcome(match)
        self.say(f"{how}, after {count} {'number' if count == 1 else 'numbers'}.")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
