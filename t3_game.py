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
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeVar

from t3_analysis import Mistake, best_play, first_losing, in_words
from t3_clock import Clock
from t3_levels import LEVELS, stubborn
from t3_match import (
    LARGEST_SIZE,
    PEOPLE,
    SEEDS,
    SETTINGS,
    Match,
    game_with,
    number_to,
    parse_action,
)
from t3_player import LOSS, WIN, Evaluation, T3Player
from t3_screen import Terminal, Transcript, gathered, listed, ordinal, whose
from t3_state import TURNS, T3State

T = TypeVar("T")

VERSION = "1.0.0"

TIME_LIMIT = 10
"""Seconds for an action of the machine, unless --time-limit is given."""

HINDSIGHT = 5
"""Seconds for finding out where a game was lost."""

COMMANDS = {
    "help": "this list",
    "moves": "what you can place, and where",
    "hint": "the best action, and in how many plies it decides the game",
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
        line = message.replace("\n", "\\n")
        self.exit(2, f"{self.prog}: {line}\n")


def value_of(read: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of an option's value, whose ValueErrors the parser passes on."""

    def value(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


def seconds(text: str) -> float:
    """The value of --time-limit; raises ValueError."""
    if re.fullmatch(r"[0-9]*\.?[0-9]+|[0-9]+\.|inf", text):
        return float(text)
    raise ValueError(f"{text!r} is not a number of seconds, such as 0.5, or inf")


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
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
        type=value_of(partial(number_to, LARGEST_SIZE)),
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
        "--level", choices=LEVELS, help="how well the machine plays (default: perfect)"
    )
    parser.add_argument(
        "--stubborn",
        action="store_true",
        help="perfect, but a lost game it loses as late as it can; as --level stubborn",
    )
    parser.add_argument(
        "--seed",
        type=value_of(SETTINGS["seed"]),
        metavar="N",
        help="repeat the choices of the levels easy and medium",
    )
    parser.add_argument(
        "--time-limit",
        type=value_of(seconds),
        metavar="SECONDS",
        default=TIME_LIMIT,
        help="let the machine think this long about an action (default: %(default)s, "
        "ample up to 6 x 6; inf for no limit)",
    )
    parser.add_argument(
        "--target",
        type=value_of(SETTINGS["target"]),
        metavar="SUM",
        help=f"the sum that wins (default: {T3State.WIN_TARGET})",
    )
    parser.add_argument(
        "--max-move",
        type=value_of(SETTINGS["max-move"]),
        metavar="N",
        help=f"the largest number (default: {T3State.MAX_MOVE})",
    )
    parser.add_argument("--no-color", action="store_true", help="no colour in a terminal")
    parser.add_argument("--version", action="version", version=f"t3 {VERSION}")
    return parser


def parse_options(arguments: Sequence[str] | None) -> tuple[Match, argparse.Namespace]:
    """The match to be played, and all options.

    Reads the command line if `arguments` is None. Bad options end the program with a
    message and exit code 2.
    """
    parser = make_parser()
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
    game = game_with(**{name: it for name, it in given.items() if it is not None})
    first = options.first or "odds"
    if options.board is None:
        size = options.size or T3State.DEFAULT_SIZE
        match = Match(game(first == "odds", [[0] * size] * size))
    else:
        match = Match(state_of(options.board, game, options.first))
    size = len(match.start._state)
    most = size * game.MAX_MOVE
    if options.target is not None and options.target > most:
        raise ValueError(
            f"argument --target: a line of {size} sums to {most} at most, "
            f"not to {options.target}"
        )
    return match


def state_of(board: list[str], game: type[T3State], first: str | None) -> T3State:
    """The state that the words after --board describe; raises ValueError."""
    words = " ".join(board).split()
    if len(words) == 1:
        words.append(first or "odds")
    try:
        state = game.from_notation(" ".join(words))
    except ValueError as error:
        raise ValueError(f"argument --board: {error}") from None
    if first not in (None, words[1]):
        raise ValueError(
            f"argument --first: {first} contradicts --board, where {words[1]} are to move"
        )
    return state


def loaded_match(options: argparse.Namespace) -> Match:
    """The match in the file of --load; raises ValueError."""
    for name in ("first", "target", "max_move"):
        if getattr(options, name) is not None:
            option = name.replace("_", "-")
            raise ValueError(f"argument --{option}: not with --load, which settles it")
    try:
        return Match.load(Path(options.load).expanduser())
    except (OSError, ValueError, RuntimeError) as error:
        raise ValueError(f"argument --load: {options.load!r}: {reason(error)}") from None


def reason(error: Exception) -> str:
    """What went wrong, without the number that the operating system has for it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def choose_players(match: Match, options: argparse.Namespace) -> None:
    """Let the options decide who plays the match; raises ValueError."""
    match.play = options.play or match.play
    match.level = options.level or match.level
    if options.stubborn:
        if options.level not in (None, "perfect", "stubborn"):
            raise ValueError(f"argument --stubborn: not with --level {options.level}")
        match.level = "stubborn"
    if match.play == "both" and (options.level or options.stubborn):
        option = "stubborn" if options.stubborn else "level"
        raise ValueError(f"argument --{option}: two people play, the machine does not")
    if options.seed is not None:
        match.seed = options.seed
    elif options.load is None:
        match.seed = random.randrange(SEEDS)


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
        while not (match.state.is_over() or self.resigned):
            self.screen.announce(match)
            if match.is_persons(match.state):
                self.persons_turn()
            else:
                self.machines_turn()
        self.screen.end(match, self.resigned)
        lost = self.resigned or (match.actions and match.state.is_win())
        if self.screen.interactive and lost:
            self.look_back()

    def think(self, work: Callable[[Clock], T]) -> T:
        """Have some work done within the time limit."""
        return self.screen.think(work, Clock(self.time_limit))

    def look_back(self) -> None:
        """Tell where the game was lost, if that is found soon enough."""
        match = self.match
        loser = match.state._odd_turn

        def search(clock: Clock) -> tuple[Evaluation, Mistake | None, Evaluation]:
            start = T3Player().evaluate(match.start, clock)
            mistake = first_losing(match.states, match.actions, loser, clock)
            return start, mistake, T3Player().evaluate(match.state, clock)

        start, mistake, end = self.screen.think(search, Clock(HINDSIGHT))
        if end.exact and end.utility != LOSS:
            self.screen.say(f"It was not lost: {end.action} {in_words(end)}.")
        elif mistake:
            action = f"{whose(match)} {ordinal(1 + mistake.ply // 2)} action"
            thrown = "a win" if mistake.before.utility == WIN else "a tie"
            right = f"{mistake.before.action} {in_words(mistake.before)}"
            self.screen.say(f"{action} threw away {thrown}: {right}.")
        elif start.exact and start.utility == (
            LOSS if match.start._odd_turn == loser else WIN
        ):
            side = TURNS[loser].title()
            self.screen.say(f"{side} had lost from the start, against perfect play.")

    def machines_turn(self) -> None:
        """Let the machine play."""
        match = self.match
        level = LEVELS[match.level]
        choice = self.think(lambda clock: level(match.state, match.seed, clock))
        self.screen.played(match, choice.action, choice.proven)
        match.add(choice.action)
        self.screen.board(match)

    def persons_turn(self) -> None:
        """Obey a person until the match has changed."""
        changed = False
        while not changed:
            line = self.screen.read(self.screen.prompt(self.match))
            if line is None:
                raise LeaveError
            word, _, rest = line.strip().partition(" ")
            changed = self.obey(word, rest) if word[:1].isalpha() else self.place(line)

    def complain(self, text: str) -> bool:
        """Say what was wrong; returns False, as nothing has changed by it."""
        self.screen.say(f"[!] {text}")
        return False

    def place(self, line: str) -> bool:
        """Play the action that a line describes; whether the match has changed."""
        state = self.match.state
        try:
            action = parse_action(line)
        except ValueError:
            example = next(action for action, _ in state.get_transitions())
            return self.complain(
                f"Not three whole numbers. For example, for {example} type: "
                f"{example.col()} {example.row()} {example.move()} (or help, or quit)"
            )
        why = state.why_illegal(action)
        if why is not None:
            return self.complain(f"Not possible: {why} (possible: {possible(state, 6)})")
        self.match.add(action)
        self.screen.board(self.match)
        return True

    def obey(self, word: str, rest: str) -> bool:
        """Do what a command says; whether the match has changed."""
        named = [name for name in COMMANDS if name.startswith(word.lower())]
        if len(named) != 1:
            close = named or difflib.get_close_matches(word.lower(), COMMANDS)
            question = (
                f"did you mean {listed(close, 'or')}?" if close else "help lists them."
            )
            return self.complain(f"{word[:20]!r} is no command: {question}")
        if named == ["save"]:
            self.save(rest.strip())
            return False
        if rest:
            return self.complain(
                f"Nothing comes after {named[0]!r}, such as {rest[:20]!r}."
            )
        command: Callable[[], bool | None] = getattr(self, named[0])
        return bool(command())

    def help(self) -> None:
        """List what can be typed."""
        self.screen.say(COMMAND_LIST)
        self.screen.say("The beginning of a command will do, such as u for undo.")
        self.screen.say(self.screen.legend)

    def moves(self) -> None:
        """Say what is legal."""
        self.screen.say(possible(self.match.state))

    def hint(self) -> None:
        """Tell the best action, and why it is that."""
        state = self.match.state
        found = self.think(lambda clock: T3Player().evaluate(state, clock))
        text = f"{found.action} {in_words(found)}"
        if not found.exact:
            text = f"{found.action} looks best, but the time did not suffice to prove it"
        elif found.utility == LOSS:
            text += ", and whatever you do loses"
            longest = self.think(lambda clock: stubborn(state, self.match.seed, clock))
            if longest.proven and longest.action != found.action:
                text += f"; {longest.action} holds out the longest"
        self.screen.say(f"{text}.")

    def why(self) -> None:
        """Tell what every action leads to, and the best play from here."""
        state = self.match.state
        values = self.think(lambda clock: T3Player().evaluate_actions(state, clock))
        for words, group in itertools.groupby(values, in_words):
            alike = list(group)
            told = f"{len(alike)} actions in the time"
            if alike[0].exact:
                told = gathered([value.action for value in alike if value.action])
            self.screen.say(f"{words}: {told}")
        if values[0].exact:
            line = self.think(lambda clock: best_play(state, clock))
            more = "" if len(line) == values[0].depth else ", and so on"
            self.screen.say(f"best play: {', '.join(map(str, line))}{more}")

    def undo(self) -> bool:
        """Go back to the person's last turn."""
        taken = self.match.undo()
        if not taken:
            return self.complain("There is nothing to take back.")
        self.screen.say(f"Taken back: {', '.join(map(str, taken))}")
        self.screen.board(self.match)
        return True

    def history(self) -> None:
        """List what was played."""
        if not self.match.actions:
            self.screen.say("Nothing was played yet.")
        for ply, action in enumerate(self.match.actions):
            side = TURNS[self.match.states[ply]._odd_turn]
            self.screen.say(f"{ply + 1:>3}. {side:<5} {action}")

    def save(self, name: str) -> bool:
        """Keep the game in a file, and say so; whether that went well."""
        if not name:
            return self.complain("Type the name of a file too, such as: save game.txt")
        if not name.isprintable():
            return self.complain("Not saved: that is no name for a file.")
        try:
            path = Path(name).expanduser().absolute()
            self.match.save(path)
        except (OSError, ValueError, RuntimeError) as error:
            return self.complain(f"Not saved: {reason(error)}")
        self.screen.say("Saved. To go on with it:")
        self.screen.say(f"python t3_game.py --load {shlex.quote(str(path))}")
        return True

    def resign(self) -> bool:
        """Give the game up."""
        self.resigned = True
        return True

    def quit(self) -> None:
        """Leave the game."""
        raise LeaveError


def possible(state: T3State, most: int | None = None) -> str:
    """What is legal in a state, naming so many cells at the most."""
    cells = [f"({col},{row})" for col, row in state.get_open_tiles()]
    more = f" and {len(cells[most:])} more" if most and cells[most:] else ""
    return f"{listed(state.get_moves(), 'or')} on {', '.join(cells[:most])}{more}"


def play(match: Match, screen: Transcript, time_limit: float) -> None:
    """The match, and then others as long as somebody at a terminal wants."""
    again = True
    while again:
        console = Console(match, screen, time_limit)
        try:
            console.play()
        except LeaveError:
            screen.say("Goodbye!")
            return
        except KeyboardInterrupt:
            if screen.interactive and match.actions and not match.state.is_over():
                offer_to_save(console)
            raise
        again = screen.interactive and bool(console.match.actions or console.resigned)
        if again:
            again = wants_another(screen)
            seed = (match.seed + 1) % SEEDS
            match = Match(match.start, match.play, match.level, seed)


def wants_another(screen: Transcript) -> bool:
    """Ask until the answer is yes, or no, or input ends."""
    while (line := screen.read("Play again? (y/n) > ")) is not None:
        answer = line.strip().lower()
        if answer in ("y", "yes"):
            return True
        if answer in ("n", "no", "q", "quit"):
            return False
    return False


def offer_to_save(console: Console) -> None:
    """Ask for a file's name until the game is saved, or none is given."""
    console.screen.say("")
    question = "Save the game? The name of a file, or Enter > "
    while (name := console.screen.read(question)) and not console.save(name.strip()):
        pass


def screen_for(options: argparse.Namespace) -> Transcript:
    """How to show the game here."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return Transcript()
    capable = os.environ.get("TERM") != "dumb"
    if os.name == "nt":  # Windows' old console shows colours as rubbish
        capable = "WT_SESSION" in os.environ
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
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # once more ends it at once
            code = 130
            print("\nGoodbye!")
        except SystemExit as leaving:  # by --help, --version or bad options
            code = int(leaving.code or 0)
        print(end="", flush=True)  # what can't be written is to be found out here
    except (OSError, MemoryError) as error:
        print(f"t3: {reason(error)}", file=sys.stderr)
        return code or 1
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = main()
    except KeyboardInterrupt:  # a second one, while the first was answered
        code = 130
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)
