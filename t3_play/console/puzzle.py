"""Puzzles at the prompt: a position, tries until one is right, and the record."""

from collections.abc import Callable
from datetime import date

from t3_play import puzzles
from t3_play.console import record as records
from t3_play.console.record import Record
from t3_play.console.screen import Screen
from t3_play.console.sitting import LeaveError
from t3_play.descriptions import listed, rules
from t3_play.inputs import parse_action
from t3_play.match import SEEDS, Match
from t3_play.program import reason
from t3_play.puzzles import COURSE, STRENGTHS, Puzzle
from t3_state import TURNS, T3Action, T3State

DAILY = "daily"
"""The puzzle of the day, the same for everybody."""

KINDS = (DAILY, *STRENGTHS, COURSE)
"""What can be asked for."""

WORDS = {
    "why": "what follows your last try",
    "answer": "a right move; the puzzle then doesn't count",
    "next": "another puzzle of this kind",
    **{
        name: f"a win in {it.moves} moves on {it.size} x {it.size}"
        for name, it in STRENGTHS.items()
    },
    COURSE: "what T3Player chooses, by its ladder",
    "rules": "how the game goes",
    "help": "this list",
    "quit": "leave the puzzles",
}
"""What can be typed, beside moves."""

GOING_ON = {"": "next", "y": "next", "yes": "next", "n": "quit", "no": "quit"}
"""Answers to the question for another puzzle, as WORDS."""


def solve(screen: Screen, kind: str, seed: int) -> None:
    """Set a puzzle of this kind (one of KINDS), and others, until the person leaves."""
    day = date.today() if kind == DAILY else None
    if day:
        kind = puzzles.of_day(day).kind
        record = kept(screen)
        if record and record.last == day:
            screen.say("You have solved today's puzzle. Here is another one.")
            day = None
    try:
        while True:
            puzzle = puzzles.of_day(day) if day else puzzles.drawn(kind, str(seed))
            kind = Solving(screen, puzzle, day).run()
            day, seed = None, (seed + 1) % SEEDS
    except LeaveError:
        return


def kept(screen: Screen, change: Callable[[Record], Record] | None = None) -> Record | None:
    """The person's record, after a change that is kept; None if that isn't possible.

    Says what went wrong.
    """
    try:
        path = records.record_file()
        try:
            record = records.read(path)
        except ValueError as error:
            aside = records.set_aside(path)
            screen.say(f"[!] {error}. It is now {aside.name}, and the count starts again.")
            record = Record()
        if change:
            record = change(record)
            records.write(record, path)
        return record
    except (OSError, RuntimeError) as error:
        screen.say(f"[!] Your solved puzzles can't be counted: {reason(error)}.")
        return None


class Solving:
    """A person at a puzzle."""

    def __init__(self, screen: Screen, puzzle: Puzzle, day: date | None) -> None:
        self.screen = screen
        self.puzzle = puzzle
        self.day = day
        """The day whose puzzle it is, if it is one's."""
        self.match = Match(puzzle.state, TURNS[puzzle.state.odd_turn])
        self.tried: tuple[T3State, T3Action] | None = None
        """What `why` is about: the last try, or the first move once all are found."""
        self.shown = False
        """Whether the person has seen the answer."""

    @property
    def left(self) -> int:
        """How many moves are left; 0 once the puzzle is solved."""
        return self.puzzle.left(self.match.state)

    def run(self) -> str:
        """Ask until the person wants another puzzle; returns its kind.

        Raises LeaveError if the person leaves.
        """
        kind, seed = self.puzzle.kind, self.puzzle.seed
        title = f"{kind.title()} puzzle no. {seed}."
        if self.day:
            title = f"Today's {kind} puzzle ({seed})."
        self.screen.begin(self.match)
        self.screen.say(title)
        chosen = None
        while chosen is None:
            if self.left:
                self.screen.say(self.task())
                self.screen.announce(self.match)
                line = self.screen.ask(self.match)
            else:
                line = self.screen.read("Another puzzle? Enter for yes, why, or quit > ")
            if line is None:
                raise LeaveError
            chosen = self.obey(line.strip().lower())
        return chosen

    def task(self) -> str:
        """What to find."""
        mover = TURNS[self.match.state.odd_turn].title()
        if self.puzzle.kind == COURSE:
            return (
                f"{mover} to move: which action does T3Player choose? Its ladder: highest "
                "utility (win, tie, loss), then smallest depth (plies to the end, for the "
                "loser too), then first by column, row and number."
            )
        when = "at once" if self.left == 1 else f"in {self.left} of your moves"
        return f"{mover} to move: win {when}."

    def obey(self, line: str) -> str | None:
        """Obey a line; returns the kind of puzzle to go on with, None for this one."""
        if not self.left:
            line = GOING_ON.get(line, line)
        elif not line[:1].isalpha() and line != "?":
            self.take(line)
            return None
        line = "help" if line in ("?", "h") else line
        match [word for word in WORDS if word.startswith(line)]:
            case ["quit"]:
                raise LeaveError
            case ["next"]:
                return self.puzzle.kind
            case [kind] if kind in KINDS:
                return kind
            case ["why"] if self.tried:
                self.screen.say(puzzles.why(self.puzzle, *self.tried))
            case ["why"]:
                self.screen.say("Try a move first.")
            case ["answer"] if self.left:
                self.shown = True
                state = self.match.state
                right = puzzles.answer(self.puzzle, state)
                self.screen.say(f"Play {right}. {puzzles.why(self.puzzle, state, right)}")
            case ["rules"]:
                self.screen.say(rules(self.puzzle.state))
            case ["help"]:
                self.screen.say_items(
                    [f"  {word:<8}{does}" for word, does in WORDS.items()]
                )
            case _:
                expected = f"type {'a move, ' * bool(self.left)}{listed(WORDS, 'or')}"
                self.screen.say(f"[!] {line[:20]!r}: {expected}.")
        return None

    def take(self, line: str) -> None:
        """Take a line as a try. If it is right, play it, and the computer's reply."""
        match, state = self.match, self.match.state
        try:
            action = parse_action(line)
            illegal = state.why_illegal(action)
        except ValueError as error:
            illegal = str(error)
        if illegal:
            self.screen.say(f"[!] Not possible: {illegal}.")
            return
        self.tried = state, action
        missed = puzzles.missed(self.puzzle, state, action)
        if missed:
            self.screen.say(f"Missed. {missed} Try again, or type why.")
            return
        match.add(action)
        if self.left:
            self.screen.say("Right.")
            reply = puzzles.reply(match.state)
            self.screen.played(match, reply, proven=True)
            match.add(reply)
        self.screen.changed(match)
        if not self.left:
            self.tried = self.puzzle.state, match.actions[0]  # the move to find
            if match.state.is_over():
                self.screen.end(match, resigned=False)
            self.screen.say(self.counted())

    def counted(self) -> str:
        """Count the solved puzzle; returns what to say about it."""
        if self.shown:
            return "Solved. You had seen the answer, so it doesn't count."
        record = kept(self.screen, lambda record: record.after(self.day))
        if not record:
            return "Solved."
        days = record.streak_on(date.today())
        streak = f" Days in a row: {days}." if days else ""
        return f"Solved. Puzzles solved so far: {record.solved}.{streak}"
