"""The game in a terminal."""

import re
import shutil
import textwrap
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress

from t3_engine.clock import Clock
from t3_play.console.drawing import Style, draw_board, draw_values
from t3_play.console.screen import Answer
from t3_play.descriptions import by_value, listed
from t3_play.levels import SEEDED
from t3_play.match import OTHER_SIDE, PEOPLE, Match, outcome, told, victory, whose
from t3_player import Evaluation
from t3_state import TURNS, T3Action, T3State, numbers

PATIENCE = 0.5
"""Seconds of thinking before a terminal shows it."""

DELAY = 1
"""Seconds to look at what the machine does when it plays itself."""

AROUND = 10
"""Rows to be left around a board, for the longest of what is said at the end of a game."""

BELOW_VALUES = 6
"""Rows to be left for the same below a board with the values of all actions."""

UNBROKEN = "\N{NO-BREAK SPACE}"


class Terminal:
    """The game for somebody who sits before it."""

    interactive = True
    legend = (
        "(4) is a number of evens, > < was placed last, * * is in a line that won; ! means "
        "that the side to move can complete the line now, x that it is dead."
    )

    def __init__(self, style: Style, animated: bool) -> None:
        self.style = style
        self.animated = animated
        """Whether a line can be written over."""
        self.introduced = False
        """Whether the rules were told."""
        self.shown: T3State | None = None
        """The state whose board was drawn last."""
        self.rows_since_board = 0
        """How many rows of text there are from the first of that board."""
        self.rows_said = 0
        """How many of them there are from what was typed last, with that."""
        with suppress(ImportError):  # without it, lines are edited less comfortably
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")

    @property
    def width(self) -> int:
        """Columns for text."""
        return max(20, shutil.get_terminal_size().columns - 1)

    @property
    def height(self) -> int:
        """Rows of text in sight."""
        return shutil.get_terminal_size().lines

    def say(self, text: str) -> None:
        """Print lines of text, broken where they are too long, but not within an action."""
        whole = re.sub(r"\) = (?=\d)", f"){UNBROKEN}={UNBROKEN}", text)
        for line in whole.split("\n"):
            broken = textwrap.wrap(line, self.width, subsequent_indent="  ") or [""]
            self._print([row.replace(UNBROKEN, " ") for row in broken])

    def _print(self, rows: Sequence[str]) -> None:
        print("\n".join(rows))
        self.rows_since_board += len(rows)
        self.rows_said += len(rows)

    def say_items(self, items: Sequence[str]) -> None:
        """Print short texts, in as many columns as fit."""
        widest = 2 + max(map(len, items))
        columns = max(1, (self.width + 2) // widest)
        in_each = -(-len(items) // columns)
        rows = [
            "".join(item.ljust(widest) for item in items[at::in_each])
            for at in range(in_each)
        ]
        for row in rows:
            self.say(row.rstrip())

    def begin(self, match: Match) -> None:
        """Show what is played and by whom, and the first time the rules."""
        size, target = match.start.size, match.start.WIN_TARGET
        aim = f"whoever makes a line sum to {target} wins"
        if size * match.start.MAX_MOVE < target:
            aim = f"no line can sum to {target} here, so it will be a tie"
        self.say(f"Tic-Tac-Total, {size} x {size}: {aim}.")
        machine = f"the machine ({match.level})"
        if match.level in SEEDED:
            machine = f"the machine ({match.level}, seed {match.seed})"
        for odd, name in TURNS.items():
            who = "a person" if match.play == "both" else "you"
            if odd not in PEOPLE[match.play]:
                who = machine
            own = numbers(odd, match.start.MAX_MOVE)
            placed = " ".join(map(str, own)) or "(no number)"
            self.say(f"{name.title()} {placed}: {who}")
        if not self.introduced:
            self._introduce(match)
            self.introduced = True
        if match.play == "none":
            self._show(match)

    def _introduce(self, match: Match) -> None:
        """Tell what wins, what the marks mean, and what can be typed."""
        self.say(
            "A line is a row, a column or a diagonal. It need not be full; past "
            f"{match.start.WIN_TARGET} it is dead. At its end stands what it has and needs."
        )
        self.say(self.legend)
        offers = ["help to see what you can do"]
        if match.play in OTHER_SIDE:
            weaker = ["level easy for a weaker machine"] * (match.level != "easy")
            offers += [*weaker, f"swap to be {OTHER_SIDE[match.play]}"]
        if match.play != "none":
            self.say(f"Type {listed(offers, 'or')}.")

    def changed(self, match: Match) -> None:
        """Show the board only if nobody will be asked: else it is shown then."""
        if match.play == "none":
            self.rows_said = 0  # nobody types, so it need not stay in sight
            self._show(match)

    def _show(self, match: Match) -> None:
        """Show the board, with what both sides placed last, unless it is in sight."""
        if not self._is_in_sight(match.state):
            self._draw(match.state, self._board(match))

    def _is_in_sight(self, state: T3State) -> bool:
        """Whether the board of a state is, with a row below for what will be typed."""
        return state == self.shown and self.rows_since_board < self.height

    def _board(self, match: Match) -> list[str]:
        last = [(action.col(), action.row()) for action in match.actions[-2:]]
        room = min(self.height - AROUND, self._room())
        return draw_board(match.state, last, self.width, room, self.style)

    def _room(self) -> int:
        """The rows for a board between what was said and what will be typed."""
        return self.height - self.rows_said - 2

    def _draw(self, state: T3State, board: list[str]) -> None:
        print()
        self.shown, self.rows_since_board = state, 0
        self._print(board)

    def announce(self, match: Match) -> None:
        """Say nothing: the prompt will, or the action."""

    def ask(self, match: Match) -> str | None:
        """The next line that is typed at the board, None at the end of input.

        Where a long answer leaves no room for the board, it comes when it is wanted.
        """
        if (
            match.state == self.shown
            and not self._is_in_sight(match.state)
            and len(self._board(match)) > self._room()
        ):
            line = self.read("Enter for the board > ")
            if line is None or line.strip():
                return line
        self._show(match)
        prompt = f"COLUMN ROW NUMBER ({listed(match.state.get_moves(), 'or')}) > "
        whole = f"{whose(match)} turn: {prompt}"
        return self.read(whole if len(whole) + len("0 0 0") < self.width else prompt)

    def read(self, prompt: str) -> str | None:
        """The next line that is typed, None at the end of input."""
        try:
            line = input(prompt)
        except EOFError:
            print()
            return None
        self.rows_said = 1 + len(prompt + line) // (self.width + 1)
        self.rows_since_board += self.rows_said
        return line

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Have some work done; if it takes long, show how it goes. Ctrl-C ends its time."""
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
                        clock.stop()
            except BaseException:
                clock.stop()  # or the executor would wait for the work
                raise
        if self.animated and shown:
            ctrl_c = len("^C")  # as the terminal shows it
            print("\r" + " " * (len(shown) + ctrl_c), end="\r")
        return future.result()

    def _progress(self, seconds: float, nodes: int, shown: str) -> str:
        """Show how far the thinking is; returns what is shown."""
        end = "Ctrl-C ends it."
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

    def values(self, state: T3State, values: Sequence[Evaluation]) -> None:
        """Show what all actions lead to: on the board if there is room, and in short."""
        board = draw_values(
            state, values, self.width, self.height - BELOW_VALUES, self.style
        )
        if board:
            self._draw(state, board)
        room = max(1, self.height - BELOW_VALUES + 1 - self.rows_since_board)
        cells = max(
            1, (self.width - len("loses in 2: and 9 more")) // len("(0,0) = 1, 3 or 5, ")
        )
        for group in by_value(values, cells)[:room]:
            self.say(group)

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        doubt = "" if proven else ", which is not proven to be best"
        self.say(f"{told(match, match.state, action)}{doubt}")
        if match.play == "none":
            time.sleep(DELAY)

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        self._show(match)
        length = f"({len(match.actions)} {'ply' if len(match.actions) == 1 else 'plies'})"
        loser = TURNS[match.state.odd_turn]
        how = f"{victory(match)}: {loser} resigned" if resigned else outcome(match)
        self.say(f"{how} {length}.")
