"""How a game looks: as a plain transcript, or in a terminal."""

import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar

from t3_analysis import first_losing, verdict
from t3_clock import Clock
from t3_match import PEOPLE, Match
from t3_player import WIN
from t3_state import TURNS, T3Action

with suppress(ImportError):  # where there is none, lines are edited less comfortably
    import readline

    readline.parse_and_bind("set enable-bracketed-paste off")

BANNER = """\
================================
=              T3              =
================================"""

PATIENCE = 0.5
"""Seconds of thinking before a terminal shows it."""

DELAY = 1
"""Seconds to look at what the machine does when it plays itself."""

HINDSIGHT = 5
"""Seconds for finding out where a game was lost."""

ODDS, EVENS, BOLD, INVERSE, FAINT = "36", "33", "1", "7", "2"
"""Colours and styles, as the numbers of ANSI escape sequences."""

Answer = TypeVar("Answer")


def either(words: Iterable[object]) -> str:
    """The words as an alternative.

    >>> either([1, 3, 5])
    '1, 3 or 5'
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def ordinal(number: int) -> str:
    """A number from 1 as a place in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']
    """
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def name_of(line: tuple[tuple[int, int], ...]) -> str:
    """What a line is called, by its cells (col, row).

    >>> name_of(((0, 1), (1, 1), (2, 1)))
    'row 1'
    """
    cols, rows = {col for col, _ in line}, {row for _, row in line}
    if len(rows) == 1:
        return f"row {rows.pop()}"
    if len(cols) == 1:
        return f"column {cols.pop()}"
    return f"the diagonal from the top {'left' if (0, 0) in line else 'right'}"


class Transcript:
    """Plain lines, for pipes and files: the same at any time, in any place."""

    interactive = False
    """Whether somebody is there to be asked."""
    legend = "On the board, 0 is an empty cell."
    width = 79
    """Columns for text."""

    def say(self, text: str) -> None:
        """Print a paragraph."""
        print(textwrap.fill(text, self.width, subsequent_indent="  "))

    def begin(self, match: Match) -> None:
        """Show what is played, and the board."""
        print(BANNER)
        self.board(match)

    def board(self, match: Match) -> None:
        """Show the board."""
        print(f"{match.state}\n")

    def ask(self, match: Match) -> str:
        """Tell a person to play; returns the prompt."""
        print("Enter three space-separated numbers in format: COL ROW NUMBER")
        return f"[{self._side(match)} Turn: Move Options {match.state.get_moves()}] > "

    def read(self, prompt: str) -> str | None:
        """The next line of input, None at its end. It is printed too, as if typed."""
        print(prompt, end="", flush=True)
        # Not input(), which waits for another line after one with a null character.
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            print()
            return None
        line = line.rstrip("\n")
        if not sys.stdin.isatty():
            print(line)
        return line

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Have some work done, that the clock may end."""
        return work(clock)

    def announce(self, match: Match) -> None:
        """Say that the machine is to play."""
        print(f"[{self._side(match)} Turn] > ", end="", flush=True)

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        print(action if proven else f"{action} (not proven best in the time)")

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        if not resigned and match.state.is_tie():
            print("[T] Tie Game!")
        elif match.play in ("both", "none"):
            print(f"[W] {TURNS[not match.state._odd_turn].title()} Win!")
        elif match.is_persons(match.state):
            print("[L] You Lose!")
        else:
            print("[W] You Win!")

    @staticmethod
    def _side(match: Match) -> str:
        if match.play in ("both", "none"):
            return f"{TURNS[match.state._odd_turn].title()}'"
        return "Player's" if match.is_persons(match.state) else "Opponent's"


class Terminal(Transcript):
    """The game for somebody who sits before it."""

    interactive = True
    legend = (
        "On the board, . is an empty cell, (4) a number of evens, >5< what was placed "
        "last, and *5* the line that won."
    )

    def __init__(self, colour: bool, animated: bool) -> None:
        self.colour = colour
        self.animated = animated
        """Whether a line can be written over."""
        self.width = max(20, shutil.get_terminal_size().columns - 1)

    def begin(self, match: Match) -> None:
        """Show what is played and by whom, and the board."""
        size, target = len(match.start._state), match.start.WIN_TARGET
        self.say(
            f"Tic-Tac-Total, {size} x {size}: whoever makes a line sum to {target} wins."
        )
        for odd, name in TURNS.items():
            who = "a person" if match.play == "both" else "you"
            if odd not in PEOPLE[match.play]:
                who = f"the machine ({match.level})"
            numbers = range(1 if odd else 2, match.start.MAX_MOVE + 1, 2)
            self.say(f"{name.title()} {' '.join(map(str, numbers))}: {who}")
        if match.play != "none":
            self.say("Type help to see what you can do.")
        self.board(match)

    def board(self, match: Match) -> None:
        """Show the board with labels and marks."""
        size = len(match.state._state)
        digits = max(len(str(size - 1)), len(str(match.state.MAX_MOVE)))
        margin = " " * len(str(size - 1))
        rule = f"{margin} +{('-' * (digits + 4) + '+') * size}"
        boxed = len(rule) <= self.width
        bar, pad = ("|", " ") if boxed else ("", "")
        header = (f"{pad}{str(col).center(digits + 2)}{pad}" for col in range(size))
        print()
        print(f"{margin} {' ' * len(bar)}{(' ' * len(bar)).join(header)}".rstrip())
        for row in range(size):
            if boxed:
                print(rule)
            cells = (
                f"{pad}{self._cell(match, col, row, digits)}{pad}" for col in range(size)
            )
            print(f"{row:>{len(margin)}} {bar}{bar.join(cells)}{bar}")
        print(f"{rule}\n" if boxed else "")

    def _cell(self, match: Match, col: int, row: int, digits: int) -> str:
        """One cell: its number in as many digits, with a mark on either side.

        Evens' are in parentheses, the last placement between > and <, and a line that won
        has * all along.
        """
        number = match.state._state[row][col]
        if number == 0:
            return self._paint(".".center(digits + 2), FAINT)
        marks, styles = ("  ", [ODDS]) if number % 2 else ("()", [EVENS])
        last = match.actions[-1] if match.actions else None
        if last and (col, row) == (last.col(), last.row()):
            marks, styles = "><", [*styles, BOLD]
        if (col, row) in match.winning_line():
            marks, styles = "**", [*styles, INVERSE]
        return self._paint(f"{marks[0]}{number:>{digits}}{marks[1]}", *styles)

    def _paint(self, text: str, *styles: str) -> str:
        return f"\033[{';'.join(styles)}m{text}\033[0m" if self.colour else text

    def ask(self, match: Match) -> str:
        """The prompt."""
        numbers = either(match.state.get_moves())
        return f"{self._side(match)} turn: COLUMN ROW NUMBER ({numbers}) > "

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
            future = executor.submit(work, clock)
            while not future.done():
                try:
                    wait([future], timeout=0.1)
                    seconds = time.monotonic() - start
                    if seconds >= PATIENCE and not future.done():
                        shown = self._progress(seconds, clock.nodes, shown)
                except KeyboardInterrupt:
                    clock.stop()
        if self.animated and shown:
            print("\r" + " " * len(shown), end="\r")
        return future.result()

    def _progress(self, seconds: float, nodes: int, shown: str) -> str:
        """Show how far the thinking is; returns what is shown."""
        if self.animated:
            text = f"Thinking: {seconds:.0f} s, {nodes:,} positions. Ctrl-C ends it."
            text = text[: self.width].ljust(len(shown))
            print(f"\r{text}", end="", flush=True)
            return text
        if not shown:
            print("Thinking. Ctrl-C ends it.")
        return "shown"

    def announce(self, match: Match) -> None:
        """Nothing to say yet: the action will do."""

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        name = (
            TURNS[match.state._odd_turn].title() if match.play == "none" else "The machine"
        )
        doubt = "" if proven else ", which is not proven to be best"
        print(f"{name}: {action}{doubt}")
        if match.play == "none":
            time.sleep(DELAY)

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended, and where it was lost."""
        odd = match.state._odd_turn
        length = f"({len(match.actions)} {'ply' if len(match.actions) == 1 else 'plies'})"
        winner = self._winner(match, not odd)
        if resigned:
            self.say(f"{winner}: {TURNS[odd]} resigned {length}.")
        elif match.state.is_tie():
            self.say(f"A tie: there is nothing left to place {length}.")
            return
        else:
            line = match.winning_line()
            placed = [match.state._state[row][col] for col, row in line]
            total = " + ".join(str(number) for number in placed if number)
            self.say(f"{winner}: {name_of(line)} is {total} {length}.")
        mistake = self.think(
            lambda clock: first_losing(match.states, match.actions, odd, clock),
            Clock(HINDSIGHT),
        )
        if mistake:
            number = ordinal(1 + mistake.ply // 2)
            thrown = "a win" if mistake.before.utility == WIN else "a tie"
            self.say(
                f"{self._side(match)} {number} action threw away {thrown}: "
                f"{mistake.before.action} {verdict(mistake.before)}."
            )

    @staticmethod
    def _winner(match: Match, odd: bool) -> str:
        if match.play in ("both", "none"):
            return f"{TURNS[odd].title()} win"
        return "You win" if odd in PEOPLE[match.play] else "The machine wins"

    @staticmethod
    def _side(match: Match) -> str:
        side = Transcript._side(match)
        return {"Player's": "Your", "Opponent's": "The machine's"}.get(side, side)
