"""One game with whoever sits at the keyboard: the turns, and what can be typed."""

import difflib
import itertools
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from t3_clock import Clock
from t3_play.analysis import Mistake, best_play, first_losing
from t3_play.levels import LEVELS, stubborn
from t3_play.match import SEEDS, Match
from t3_play.reading import parse_action, reason
from t3_play.screen import Screen, whose
from t3_play.words import command, gathered, in_words, listed, ordinal
from t3_player import LOSS, WIN, Evaluation, T3Player
from t3_state import TURNS, T3State

T = TypeVar("T")

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


class LeaveError(Exception):
    """The person leaves the game."""


class Console:
    """Plays one match with whoever sits at the keyboard."""

    def __init__(self, match: Match, screen: Screen, time_limit: float) -> None:
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
        loser = match.state.odd_turn

        def search(clock: Clock) -> tuple[Evaluation, Mistake | None, Evaluation]:
            end = T3Player().evaluate(match.state, clock)
            mistake = first_losing(match.states, match.actions, loser, clock)
            return end, mistake, T3Player().evaluate(match.start, clock)

        end, mistake, start = self.screen.think(search, Clock(HINDSIGHT))
        if end.exact and end.utility != LOSS:
            self.screen.say(f"It was not lost: {end.action} {in_words(end)}.")
        elif mistake:
            action = f"{whose(match)} {ordinal(1 + mistake.ply // 2)} action"
            thrown = "a win" if mistake.before.utility == WIN else "a tie"
            right = f"{mistake.before.action} {in_words(mistake.before)}"
            self.screen.say(f"{action} threw away {thrown}: {right}.")
        elif start.exact and start.utility == (
            LOSS if match.start.odd_turn == loser else WIN
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
            word, rest = (*line.split(maxsplit=1), "", "")[:2]
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
            for action in line:
                state = state.get_next_state(action)
            more = [] if state.is_over() else ["and so on"]
            self.screen.say(f"best play: {', '.join([*map(str, line), *more])}")

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
            side = TURNS[self.match.states[ply].odd_turn]
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
        called = command("python t3_game.py")
        self.screen.say(f"{called} --load {shlex.quote(str(path))}")
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


def play(match: Match, screen: Screen, time_limit: float) -> None:
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


def wants_another(screen: Screen) -> bool:
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
    saved = False
    while not saved:
        line = console.screen.read("Save the game? The name of a file, or Enter > ")
        name = (line or "").strip()
        saved = not name or console.save(name)
