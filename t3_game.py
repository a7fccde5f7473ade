"""The console game: people and the machine, in a terminal or through a pipe.

`python t3_game.py` plays; `--help` lists the options and the exit codes.
"""

import signal

if __name__ == "__main__":
    # Until the game itself answers Ctrl-C, let it end the program without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import difflib
import io
import itertools
import os
import random
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from t3_analysis import best_play, verdict
from t3_clock import Clock
from t3_levels import LEVELS, stubborn
from t3_match import PEOPLE, Match, parse_action, rules, whole_number
from t3_player import LOSS, T3Player
from t3_screen import Terminal, Transcript, either
from t3_state import TURNS, T3State

VERSION = "1.0.0"

TIME_LIMIT = 10
"""Seconds for an action of the machine, unless --time-limit is given."""

LARGEST_SIZE = 25
"""Of a board made by --size: the widest that fits in the 80 columns of a terminal."""

COMMANDS = {
    "help": "this list",
    "moves": "what you can place, and where",
    "hint": "the best action",
    "why": "what every action leads to, in how many plies",
    "undo": "take back your last action, and the answer to it",
    "history": "what was played so far",
    "save": "keep the game in a file, for --load: save FILE",
    "resign": "give the game up",
    "quit": "leave the game",
}
"""What can be typed beside an action, and what it is for."""

COMMAND_LIST = "\n".join(
    f"  {typed:<8}  {purpose}"
    for typed, purpose in {
        "1 1 5": "place 5 in column 1, row 1; both count from 0 at the top left",
        **COMMANDS,
    }.items()
)

EPILOG = f"""\
at the prompt:
{COMMAND_LIST}

examples:
  python t3_game.py                            you are odds and begin
  python t3_game.py --play evens               the machine begins
  python t3_game.py --level easy               an opponent who makes mistakes
  python t3_game.py --play both --size 4       two people
  python t3_game.py --play none                watch the machine play itself
  python t3_game.py --size 12 --time-limit 2
  python t3_game.py --board 210/050/000 evens  go on from this position
  python t3_game.py --target 15 --max-move 9   another game
  python t3_game.py --load FILE                go on with a saved game

exit codes:
  0    the game is over, or was left by quit, resign or the end of input
  1    a failure while running, such as output that cannot be written
  2    bad options
  130  Ctrl-C
"""


class LeaveError(Exception):
    """The person leaves the game."""


class ParserOfOneLine(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and leave."""
        self.exit(2, f"{self.prog}: {message}\n")


def board_size(text: str) -> int:
    """The value of --size."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= LARGEST_SIZE):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from 1 to {LARGEST_SIZE}"
        )
    return int(text)


def seconds(text: str) -> float:
    """The value of --time-limit."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return value


def number(text: str) -> int:
    """The value of --seed, --target and --max-move."""
    try:
        return whole_number(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parse_options(arguments: Sequence[str] | None) -> tuple[Match, argparse.Namespace]:
    """The match to be played, and all options.

    Reads the command line if `arguments` is None. Bad options end the program with a
    message and exit code 2.
    """
    parser = ParserOfOneLine(
        prog="t3",
        usage="python t3_game.py [options]",
        description="Tic-Tac-Total: make a line sum to 13 before the other side does.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--size",
        type=board_size,
        metavar="N",
        help=f"play on an empty board of N x N cells (default: {T3State.DEFAULT_SIZE})",
    )
    start.add_argument(
        "--board",
        nargs="+",
        metavar=("BOARD", "TURN"),
        help="play from this position: rows from the top, 0 for an empty cell, "
        "and whose turn it is (default: that of --first)",
    )
    start.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--play",
        choices=PEOPLE,
        help="the sides that people play; the machine plays the others (default: odds)",
    )
    parser.add_argument(
        "--first", choices=TURNS.values(), help="who moves first (default: odds)"
    )
    parser.add_argument(
        "--level",
        choices=[level for level in LEVELS if level != "stubborn"],
        help="how well the machine plays (default: perfect)",
    )
    parser.add_argument(
        "--stubborn",
        action="store_true",
        help="perfect, but lost games it loses as late as it can",
    )
    parser.add_argument(
        "--seed", type=number, metavar="N", help="repeat the choices of easy and medium"
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        default=TIME_LIMIT,
        help="let the machine think this long about an action (default: %(default)s, "
        "ample up to 6 x 6; inf for no limit)",
    )
    parser.add_argument(
        "--target", type=number, metavar="SUM", help="the sum that wins (default: 13)"
    )
    parser.add_argument(
        "--max-move", type=number, metavar="N", help="the largest number (default: 6)"
    )
    parser.add_argument("--no-color", action="store_true", help="no colour in a terminal")
    parser.add_argument("--version", action="version", version=f"t3 {VERSION}")
    options = parser.parse_args(arguments)
    try:
        match = new_match(options) if options.load is None else loaded_match(options)
        choose_players(match, options)
    except ValueError as error:
        parser.error(str(error))
    return match, options


def new_match(options: argparse.Namespace) -> Match:
    """The match that is to be begun; raises ValueError."""
    given = {name: getattr(options, name) for name in ("target", "max_move")}
    game = rules(**{name: value for name, value in given.items() if value is not None})
    first = options.first or "odds"
    if options.board is None:
        size = options.size or T3State.DEFAULT_SIZE
        most = size * game.MAX_MOVE
        if options.target is not None and options.target > most:
            raise ValueError(
                f"argument --target: a line of {size} sums to {most} at most, "
                f"not to {options.target}"
            )
        return Match(game(first == "odds", [[0] * size] * size))
    words = " ".join(options.board).split()
    try:
        state = game.from_notation(" ".join(words if len(words) > 1 else [*words, first]))
    except ValueError as error:
        raise ValueError(f"argument --board: {error}") from None
    if options.first not in (None, TURNS[state._odd_turn]):
        raise ValueError(
            f"argument --first: {first} contradicts --board, where {words[1]} are to move"
        )
    return Match(state)


def loaded_match(options: argparse.Namespace) -> Match:
    """The match in the file of --load; raises ValueError."""
    for name in ("first", "target", "max_move"):
        if getattr(options, name) is not None:
            option = name.replace("_", "-")
            raise ValueError(f"argument --{option}: not with --load, which settles it")
    try:
        return Match.load(Path(options.load))
    except (OSError, ValueError) as error:
        raise ValueError(f"argument --load: {options.load}: {reason(error)}") from None


def reason(error: Exception) -> str:
    """What went wrong, without the number that the operating system has for it."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def choose_players(match: Match, options: argparse.Namespace) -> None:
    """Let the options decide who plays the match; raises ValueError."""
    match.play = options.play or match.play
    match.level = options.level or match.level
    if options.stubborn:
        if options.level in ("easy", "medium"):
            raise ValueError(f"argument --stubborn: not with --level {options.level}")
        match.level = "stubborn"
    if match.play == "both" and (options.level or options.stubborn):
        raise ValueError("argument --level: with --play both the machine does not play")
    if options.seed is not None:
        match.seed = options.seed
    elif options.load is None:
        match.seed = random.randrange(10**9)


class Console:
    """Plays one match with whoever sits at the keyboard."""

    def __init__(self, match: Match, screen: Transcript, time_limit: float) -> None:
        self.match = match
        self.screen = screen
        self.time_limit = time_limit
        self.resigned = False

    def play(self) -> None:
        """Play to the end; raises LeaveError if the person leaves before."""
        match = self.match
        self.screen.begin(match)
        while not (match.is_over() or self.resigned):
            if match.is_persons(match.state):
                self.persons_turn()
            else:
                self.machines_turn()
        self.screen.end(match, self.resigned)

    def clock(self) -> Clock:
        """A clock for one turn's thinking."""
        return Clock(self.time_limit)

    def machines_turn(self) -> None:
        """Let the machine play."""
        match = self.match
        self.screen.announce(match)
        level = LEVELS[match.level]
        choice = self.screen.think(
            lambda clock: level(match.state, match.seed, clock), self.clock()
        )
        self.screen.played(match, choice.action, choice.proven)
        match.add(choice.action)
        self.screen.board(match)

    def persons_turn(self) -> None:
        """Obey a person until the match has changed."""
        prompt = self.screen.ask(self.match)
        changed = False
        while not changed:
            line = self.screen.read(prompt)
            if line is None:
                raise LeaveError
            words = line.split(maxsplit=1)
            if words and words[0][0].isalpha():
                changed = self.obey(*words)
            else:
                changed = self.place(line)

    def place(self, line: str) -> bool:
        """Play the action that a line describes; whether the match has changed."""
        state = self.match.state
        try:
            action = parse_action(line)
        except ValueError:
            example = next(action for action, _ in state.get_transitions())
            print(
                f"[!] Not three whole numbers. For example, for {example} type: "
                f"{example.col()} {example.row()} {example.move()} (or help, or quit)"
            )
            return False
        why = state.why_illegal(action)
        if why is not None:
            print(f"[!] Not possible: {why} (possible: {possible(state, 6)})")
            return False
        self.match.add(action)
        self.screen.board(self.match)
        return True

    def obey(self, word: str, rest: str = "") -> bool:
        """Do what a command says; whether the match has changed."""
        word = word.lower()
        named = [name for name in COMMANDS if name.startswith(word)]
        if len(named) != 1:
            close = named or difflib.get_close_matches(word, COMMANDS)
            question = f"did you mean {either(close)}?" if close else "help lists them."
            print(f"[!] {word!r} is no command: {question}")
            return False
        if rest and named != ["save"]:
            print(f"[!] Nothing comes after {named[0]!r}, so {rest!r} has no meaning.")
            return False
        command: Callable[[str], bool | None] = getattr(self, f"do_{named[0]}")
        return bool(command(rest))

    def do_help(self, rest: str) -> None:
        """List what can be typed."""
        print(COMMAND_LIST)
        print("The beginning of a command will do, such as u for undo.")
        self.screen.say(self.screen.legend)

    def do_moves(self, rest: str) -> None:
        """Say what is legal."""
        self.screen.say(possible(self.match.state))

    def do_hint(self, rest: str) -> None:
        """Tell the best action, and why it is that."""
        state = self.match.state
        found = self.screen.think(
            lambda clock: T3Player().evaluate(state, clock), self.clock()
        )
        if not found.exact:
            text = f"{found.action} looks best, but the time did not suffice to prove it."
        elif found.utility != LOSS:
            text = f"{found.action} {verdict(found)}."
        else:
            text = f"You lose whatever you do; {found.action} {verdict(found)}."
            longest = self.screen.think(
                lambda clock: stubborn(state, self.match.seed, clock), self.clock()
            )
            if longest.proven and longest.action != found.action:
                text += f" {longest.action} holds out the longest."
        self.screen.say(text)

    def do_why(self, rest: str) -> None:
        """Tell what every action leads to, and the best play from here."""
        state = self.match.state
        values = self.screen.think(
            lambda clock: T3Player().evaluate_actions(state, clock), self.clock()
        )
        proven = [value for value in values if value.exact]
        for words, group in itertools.groupby(proven, verdict):
            self.screen.say(f"{words}: {', '.join(str(value.action) for value in group)}")
        if len(proven) < len(values):
            print(f"not proven in the time: {len(values) - len(proven)} other actions")
        else:
            line = self.screen.think(lambda clock: best_play(state, clock), self.clock())
            self.screen.say(f"best play: {', '.join(map(str, line))}")

    def do_undo(self, rest: str) -> bool:
        """Go back to the person's last turn."""
        taken = self.match.undo()
        if not taken:
            print("[!] There is nothing to take back.")
            return False
        self.screen.say(f"Taken back: {', '.join(map(str, taken))}")
        self.screen.board(self.match)
        return True

    def do_history(self, rest: str) -> None:
        """List what was played."""
        if not self.match.actions:
            print("Nothing was played yet.")
        for ply, action in enumerate(self.match.actions):
            print(f"{ply + 1:>3}. {TURNS[self.match.states[ply]._odd_turn]:<5} {action}")

    def do_save(self, rest: str) -> None:
        """Keep the game in a file."""
        if rest:
            self.save(rest)
        else:
            print("[!] Type the name of a file too, such as: save game.txt")

    def do_resign(self, rest: str) -> bool:
        """Give the game up."""
        self.resigned = True
        return True

    def do_quit(self, rest: str) -> None:
        """Leave the game."""
        raise LeaveError

    def save(self, name: str) -> bool:
        """Keep the game in a file, and say so; whether that went well."""
        try:
            path = Path(name).expanduser()
            self.match.save(path)
        except (OSError, ValueError, RuntimeError) as error:
            print(f"[!] Not saved: {reason(error)}")
            return False
        print(f"Saved. To go on: python t3_game.py --load {shlex.quote(str(path))}")
        return True


def possible(state: T3State, most: int | None = None) -> str:
    """What is legal in a state, naming so many cells at the most."""
    cells = [f"({col},{row})" for col, row in state.get_open_tiles()]
    more = f" and {len(cells[most:])} more" if most and cells[most:] else ""
    return f"{either(state.get_moves())} on {', '.join(cells[:most])}{more}"


def play(match: Match, screen: Transcript, time_limit: float) -> None:
    """The match, and then others as long as somebody at a terminal wants."""
    while True:
        console = Console(match, screen, time_limit)
        try:
            console.play()
        except LeaveError:
            print("Goodbye!")
            return
        except KeyboardInterrupt:
            if screen.interactive and match.actions and not match.is_over():
                print()
                while name := screen.read("Save the game? The name of a file, or Enter > "):
                    if console.save(name):
                        break
            raise
        if not screen.interactive:
            return
        again = screen.read("Play again? (y/n) > ")
        if not (again or "").strip().lower().startswith("y"):
            return
        match = Match(match.start, match.play, match.level, match.seed + 1)


def screen_for(options: argparse.Namespace) -> Transcript:
    """How to show the game here."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return Transcript()
    capable = os.environ.get("TERM") != "dumb"
    colour = capable and not options.no_color and not os.environ.get("NO_COLOR")
    return Terminal(colour=colour, animated=capable)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; returns the exit code."""
    code = 0
    try:
        try:
            match, options = parse_options(arguments)
            for stream in (sys.stdin, sys.stdout):
                if isinstance(stream, io.TextIOWrapper):
                    # No byte that comes in or character that goes out may end the game.
                    stream.reconfigure(errors="backslashreplace")
            play(match, screen_for(options), options.time_limit)
        except KeyboardInterrupt:
            code = 130
            print("\nGoodbye!")
        except SystemExit as leaving:  # by --help, --version or bad options
            code = int(leaving.code or 0)
        print(end="", flush=True)
    except (OSError, MemoryError) as error:
        print(f"t3: {error or type(error).__name__}", file=sys.stderr)
        return code or 1
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = main()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)
