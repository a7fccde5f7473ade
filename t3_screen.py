"""How a game looks: as a plain transcript, or in a terminal."""

import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar

from t3_clock import Clock
from t3_levels import SEEDED
from t3_match import PEOPLE, Match
from t3_state import TURNS, Cell, Line, T3Action, T3State

BANNER = """\
================================
=              T3              =
================================"""

PATIENCE = 0.5
"""Seconds of thinking before a terminal shows it."""

DELAY = 1
"""Seconds to look at what the machine does when it plays itself."""

ODDS, EVENS, BOLD, INVERSE, FAINT = "36", "33", "1", "7", "2"
"""Colours and styles, as the numbers of ANSI escape sequences."""

Answer = TypeVar("Answer")


def listed(words: Iterable[object], conjunction: str = "and") -> str:
    """The words as an enumeration.

    >>> listed([1, 3, 5], "or")
    '1, 3 or 5'
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def ordinal(number: int) -> str:
    """A number from 1 as a place in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']
    """
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def name_of(line: Line) -> str:
    """What a line is called.

    >>> name_of(((0, 1), (1, 1), (2, 1)))
    'row 1'
    """
    cols, rows = {col for col, _ in line}, {row for _, row in line}
    if len(rows) == 1:
        return f"row {rows.pop()}"
    if len(cols) == 1:
        return f"column {cols.pop()}"
    return f"the diagonal from the top {'left' if (0, 0) in line else 'right'}"


def completed(state: T3State) -> str:
    """The lines that win, with their sums.

    >>> completed(T3State.from_notation("643/004/006 evens"))
    'row 0 is 6 + 4 + 3 = 13 and column 2 is 3 + 4 + 6 = 13'
    """
    found = []
    for line in state.winning_lines():
        numbers = [state._state[row][col] for col, row in line]
        total = " + ".join(str(number) for number in numbers if number)
        found.append(f"{name_of(line)} is {total} = {state.WIN_TARGET}")
    return listed(found)


def gathered(actions: Sequence[T3Action]) -> str:
    """The actions in short, those on one cell together.

    >>> gathered([T3Action(0, 2, 1), T3Action(0, 2, 5), T3Action(1, 0, 3)])
    '(0,2) = 1 or 5, (1,0) = 3'
    """
    numbers: dict[Cell, list[int]] = {}
    for action in actions:
        numbers.setdefault((action.col(), action.row()), []).append(action.move())
    return ", ".join(
        f"({col},{row}) = {listed(moves, 'or')}" for (col, row), moves in numbers.items()
    )


class Transcript:
    """Plain lines, for pipes and files: the same at any time, in any place."""

    interactive = False
    """Whether somebody is there to be asked."""
    legend = "On the board, 0 is an empty cell."

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text)

    def begin(self, match: Match) -> None:
        """Show what is played, and the board."""
        self.say(BANNER)
        self.board(match)

    def board(self, match: Match) -> None:
        """Show the board."""
        self.say(f"{match.state}\n")

    def announce(self, match: Match) -> None:
        """Say whose turn it is."""
        if match.is_persons(match.state):
            self.say("Enter three space-separated numbers in format: COL ROW NUMBER")
        else:
            print(f"[{_side(match)} Turn] > ", end="", flush=True)

    def prompt(self, match: Match) -> str:
        """What a person is asked for an action with."""
        return f"[{_side(match)} Turn: Move Options {match.state.get_moves()}] > "

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

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        self.say(f"{action}" if proven else f"{action} (not proven best in the time)")

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        if not resigned and match.state.is_tie():
            self.say("[T] Tie Game!")
        elif match.play in ("both", "none"):
            self.say(f"[W] {TURNS[not match.state._odd_turn].title()} Win!")
        elif match.is_persons(match.state):
            self.say("[L] You Lose!")
        else:
            self.say("[W] You Win!")


def _side(match: Match) -> str:
    """Whose turn it is, as Odds' or Player's."""
    if match.play in ("both", "none"):
        return f"{TURNS[match.state._odd_turn].title()}'"
    return "Player's" if match.is_persons(match.state) else "Opponent's"


class Terminal(Transcript):
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
        size, target = len(match.start._state), match.start.WIN_TARGET
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
            numbers = range(1 if odd else 2, match.start.MAX_MOVE + 1, 2)
            placed = " ".join(map(str, numbers)) or "(no number)"
            self.say(f"{name.title()} {placed}: {who}")
        if match.play in ("odds", "evens") and match.level not in SEEDED:
            self.say("A weaker machine: --level easy or medium.")
        if match.play != "none":
            self.say("Type help to see what you can do.")
        self.board(match)

    def board(self, match: Match) -> None:
        """Show the board with labels and marks."""
        size = len(match.state._state)
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
        for row, numbers in enumerate(match.state._state):
            rows.append([""] * len(numbers))
            for col, number in enumerate(numbers):
                cell, styles = (col, row), [ODDS if number % 2 else EVENS]
                left, right = "  " if number % 2 else "()"
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
            TURNS[match.state._odd_turn].title() if match.play == "none" else "The machine"
        )
        doubt = "" if proven else ", which is not proven to be best"
        self.say(f"{name}: {action}{doubt}")
        if match.play == "none":
            time.sleep(DELAY)

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        odd = match.state._odd_turn
        length = f"({len(match.actions)} {'ply' if len(match.actions) == 1 else 'plies'})"
        if not resigned and match.state.is_tie():
            self.say(f"A tie: there is nothing left to place {length}.")
            return
        how = f"{TURNS[odd]} resigned" if resigned else completed(match.state)
        winner = f"{TURNS[not odd].title()} win"
        if match.play not in ("both", "none"):
            winner = "The machine wins" if match.is_persons(match.state) else "You win"
        self.say(f"{winner}: {how} {length}.")


def whose(match: Match) -> str:
    """Whose turn it is, as somebody at a terminal is told."""
    side = _side(match)
    return {"Player's": "Your", "Opponent's": "The machine's"}.get(side, side)
