"""The game in a terminal."""

import shutil
import textwrap
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress

from t3_clock import Clock
from t3_play.levels import SEEDED
from t3_play.match import PEOPLE, Match
from t3_play.screen import Answer, whose
from t3_play.words import completed, listed
from t3_state import TURNS, T3Action, is_odds, numbers

PATIENCE = 0.5
"""Seconds of thinking before a terminal shows it."""

DELAY = 1
"""Seconds to look at what the machine does when it plays itself."""

ODDS, EVENS, BOLD, INVERSE, FAINT = "36", "33", "1", "7", "2"
"""Colours and styles, as the numbers of ANSI escape sequences."""


class Terminal:
    """The game for somebody who sits before it."""

    interactive = True
    legend = (
        "On the board . is an empty cell and (4) a number of evens. >4< was placed last, "
        "and *4* is in a line that won."
    )

    def __init__(self, colour: bool, animated: bool) -> None:
        self.colour = colour
        self.animated = animated
        """Whether a line can be written over."""
        with suppress(ImportError):  # without it, lines are edited less comfortably
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")

    @property
    def width(self) -> int:
        """Columns for text."""
        return max(20, shutil.get_terminal_size().columns - 1)

    def say(self, text: str) -> None:
        """Print lines of text, broken where they are too long."""
        for line in text.split("\n"):
            print(textwrap.fill(line, self.width, subsequent_indent="  "))

    def begin(self, match: Match) -> None:
        """Show what is played and by whom, and the board."""
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
        if match.play in ("odds", "evens") and match.level not in SEEDED:
            self.say("A weaker machine: --level easy or medium.")
        if match.play != "none":
            self.say("Type help to see what you can do.")
        self.board(match)

    def board(self, match: Match) -> None:
        """Show the board with labels and marks."""
        size = match.state.size
        digits = len(str(match.state.MAX_MOVE))
        margin = " " * len(str(size - 1))
        rule = f"{margin} +{('-' * (digits + 4) + '+') * size}\n"
        if len(rule) - 1 > self.width:
            rule = ""
        bar, pad = ("|", " ") if rule else ("", "")
        header = (f"{pad}{str(col).center(digits + 2)}{pad}" for col in range(size))
        cells = self._cells(match, digits, pad)
        print()
        print(f"{margin} {' ' * len(bar)}{(' ' * len(bar)).join(header)}".rstrip())
        for row in range(size):
            print(f"{rule}{row:>{len(margin)}} {bar}{bar.join(cells[row])}{bar}")
        print(rule)

    def _cells(self, match: Match, digits: int, pad: str) -> list[list[str]]:
        """The cells by row: each number in as many digits, with marks on either side.

        Evens' are in parentheses, outside of which, if `pad` leaves room, else in place of
        which, are the other marks: what was placed last, and what is in a line that won.
        """
        won = {cell for line in match.state.winning_lines() for cell in line}
        last = [(action.col(), action.row()) for action in match.actions[-1:]]
        rows = []
        for row, values in enumerate(match.state.board):
            rows.append([""] * len(values))
            for col, number in enumerate(values):
                cell, styles = (col, row), [ODDS if is_odds(number) else EVENS]
                left, right = "  " if is_odds(number) else "()"
                marks = [pad, pad]
                if cell in last:
                    marks, styles = [">", "<"], [*styles, BOLD]
                if cell in won:
                    marks, styles = ["*", "<" if cell in last else "*"], [*styles, INVERSE]
                text = f"{left}{number:>{digits}}{right}"
                if number == 0:
                    text, styles = ".".center(digits + 2), [FAINT]
                if not pad and marks[0]:
                    text = f"{number:>{digits}}"
                rows[row][col] = self._paint(f"{marks[0]}{text}{marks[1]}", *styles)
        return rows

    def _paint(self, text: str, *styles: str) -> str:
        return f"\033[{';'.join(styles)}m{text}\033[0m" if self.colour else text

    def announce(self, match: Match) -> None:
        """Say nothing: the prompt will, or the action."""

    def prompt(self, match: Match) -> str:
        """What a person is asked for an action with."""
        numbers = listed(match.state.get_moves(), "or")
        return f"{whose(match)} turn: COLUMN ROW NUMBER ({numbers}) > "

    def read(self, prompt: str) -> str | None:
        """The next line that is typed, None at the end of input."""
        try:
            return input(prompt)
        except EOFError:
            print()
            return None

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
        if self.animated:
            text = f"Thinking: {seconds:.0f} s, {nodes:,} positions. Ctrl-C ends it."
            text = text[: self.width - 2].ljust(len(shown))
            print(f"\r{text}", end="", flush=True)
            return text
        if not shown:
            self.say("Thinking. Ctrl-C ends it.")
        return "shown"

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        name = (
            TURNS[match.state.odd_turn].title() if match.play == "none" else "The machine"
        )
        doubt = "" if proven else ", which is not proven to be best"
        self.say(f"{name}: {action}{doubt}")
        if match.play == "none":
            time.sleep(DELAY)

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        odd = match.state.odd_turn
        length = f"({len(match.actions)} {'ply' if len(match.actions) == 1 else 'plies'})"
        if not resigned and match.state.is_tie():
            self.say(f"A tie: there is nothing left to place {length}.")
            return
        how = f"{TURNS[odd]} resigned" if resigned else completed(match.state)
        winner = f"{TURNS[not odd].title()} win"
        if match.play not in ("both", "none"):
            winner = "The machine wins" if match.is_persons(match.state) else "You win"
        self.say(f"{winner}: {how} {length}.")
