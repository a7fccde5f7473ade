"""Puzzles at the prompt: a position, tries until one is right, and the record."""

from collections.abc import Callable
from datetime import date

from t3_play import puzzles
from t3_play.console import record as records
from t3_play.console.record import Record
from t3_play.console.screen import LEGEND, Screen
from t3_play.console.sitting import LeaveError
from t3_play.descriptions import rules
from t3_play.inputs import begun, legal_action
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
    "answer": "a correct move (doesn't count)",
    "next": "another puzzle of this kind",
    DAILY: "the puzzle of the day",
    **{
        name: f"{it.size} x {it.size}, win in {it.moves} of your moves"
        for name, it in STRENGTHS.items()
    },
    COURSE: "what T3Player chooses",
    "rules": "the rules of the game",
    "help": "this list",
    "quit": "leave the puzzles",
}
"""What can be typed, beside moves."""

LADDER = (
    "T3Player's ladder: the highest utility (win, tie, loss), then the smallest depth (how "
    "many more numbers are placed if both sides hurry), then the first by column, row and "
    "number."
)


def solve(screen: Screen, kind: str, seed: int) -> None:
    """Set a puzzle of this kind (one of KINDS), and others, until the person leaves."""
    try:
        while True:
            day = date.today() if kind == DAILY else None
            kind = puzzles.of_day(day).kind if day else kind
            note = ""
            if day and (record := kept(screen)) and record.last == day:
                note, day = "You have solved today's puzzle. Here is another one.", None
            puzzle = puzzles.of_day(day) if day else puzzles.drawn(kind, str(seed))
            kind = Solving(screen, puzzle, day).run(note)
            seed = (seed + 1) % SEEDS
    except LeaveError:
        return
    finally:
        screen.goal = ""


def kept(screen: Screen, change: Callable[[Record], Record] | None = None) -> Record | None:
    """The person's record, after a change that is kept; None if that isn't possible.

    Says what went wrong. A file that holds something else stays as it is.
    """
    try:
        path = records.record_file()
        record = records.read(path)
        if change:
            record = change(record)
            records.write(record, path)
        return record
    except (OSError, ValueError, RuntimeError) as error:
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
        """What `why` is about: the last try, or once it is solved the first move."""
        self.gave_up = False
        """Whether the person has seen the answer."""

    @property
    def left(self) -> int:
        """How many moves are left; 0 once the puzzle is solved."""
        return self.puzzle.left(self.match.state)

    def run(self, note: str) -> str:
        """Ask until the person wants another puzzle; returns its kind.

        The note is said first. Raises LeaveError if the person leaves.
        """
        self.screen.goal = self.goal()
        self.screen.begin(self.match)
        if note:
            self.screen.say(note)
        chosen = None
        while chosen is None:
            if self.left:
                line = self.screen.ask(self.match)
            else:
                line = self.screen.read(
                    "Press Enter for another puzzle, or type why or quit > "
                )
            if line is None:
                raise LeaveError
            try:
                chosen = self.obey(line.strip().lower())
            except ValueError as error:
                self.screen.say(f"[!] {error}")
        return chosen

    def goal(self) -> str:
        """What to find."""
        kind, seed = self.puzzle.kind, self.puzzle.seed
        title = f"{kind.title()} puzzle no. {seed}."
        if self.day:
            title = f"Today's {kind} puzzle ({seed})."
        mover = TURNS[self.puzzle.state.odd_turn].title()
        if not self.left:
            return f"{title} Solved."
        if kind == COURSE:
            return f"{title} {mover} to move: what does T3Player choose? (type help)"
        when = "at once" if self.left == 1 else f"in {self.left} of your moves"
        return f"{title} {mover} to move: win {when}."

    def obey(self, line: str) -> str | None:
        """Obey a line; returns the kind of puzzle to go on with, None for this one.

        Raises ValueError, which says what was wrong.
        """
        if self.left and not line[:1].isalpha():
            self.take(line)
            return None
        possible = [word for word in WORDS if self.left or word != "answer"]
        match begun(possible, line or "next", "puzzle command"):
            case "quit":
                raise LeaveError
            case "next":
                return self.puzzle.kind
            case "why":
                if not self.tried:
                    raise ValueError("Try a move first.")
                self.screen.say(puzzles.why(self.puzzle, *self.tried))
            case "answer":
                self.gave_up = True
                state = self.match.state
                right = puzzles.answer(self.puzzle, state)
                self.screen.say(f"The answer is {right}; play it to go on.")
                self.screen.say(puzzles.why(self.puzzle, state, right))
            case "rules":
                self.screen.say(rules(self.puzzle.state))
            case "help":
                for word, does in WORDS.items():
                    self.screen.say(f"  {word:<8}{does}")
                self.screen.say(LEGEND)
                if self.puzzle.kind == COURSE:
                    self.screen.say(LADDER)
            case kind:
                return kind
        return None

    def take(self, line: str) -> None:
        """Take a line as a try. If it is right, play it, and the computer's reply.

        Raises ValueError if it is no legal action.
        """
        match, state = self.match, self.match.state
        action = legal_action(state, line)
        self.tried = state, action
        missed = puzzles.missed(self.puzzle, state, action)
        if missed:
            self.screen.say(f"Missed. {missed} Try again, or type why or answer.")
            return
        match.add(action)
        self.screen.goal = self.goal()
        if self.left:
            self.screen.say("Right.")
            reply = puzzles.reply(match.state)
            self.screen.played(match, reply, proven=True)
            match.add(reply)
        self.screen.changed(match)
        if not self.left:
            self.tried = self.puzzle.state, match.actions[0]  # the move to find
            if match.state.is_over():
                self.screen.end(match)
            self.screen.say(self.counted())

    def counted(self) -> str:
        """Count the solved puzzle; returns what to say about it."""
        if self.gave_up:
            return "Solved. You had seen the answer, so it doesn't count."
        record = kept(self.screen, lambda record: record.after(self.day))
        if not record:
            return "Solved."
        days = record.streak_on(date.today())
        streak = f" Days in a row: {days}." if days else ""
        return f"Solved. Puzzles solved so far: {record.solved}.{streak}"
