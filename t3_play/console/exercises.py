"""Puzzles and lessons at the prompt: tries until the right move is found."""

import random
from abc import abstractmethod
from datetime import date

from t3_play import puzzles
from t3_play.console.beginnings import begin_usual
from t3_play.console.layout import Scene
from t3_play.console.session import Playing, Session
from t3_play.descriptions import listed
from t3_play.inputs import expand, legal_action
from t3_play.levels import best_action
from t3_play.match import SEEDS, Match, move_in_words, outcome, whose
from t3_play.puzzles import LESSONS, STRENGTHS, Exercise, Lesson, Puzzle
from t3_state import TURNS, T3Action, T3State

COMMANDS = "hint  why  answer  undo  next  home  help  quit"
"""What can be typed, in the panel."""


class Solving(Playing):
    """A person at an exercise."""

    def __init__(self, session: Session, exercise: Exercise) -> None:
        super().__init__(session)
        self.exercise = exercise
        self.match = Match(exercise.state, TURNS[exercise.state.odd_turn])
        self.tried: tuple[T3State, T3Action] | None = None
        """What `why` is about: the last try, or once it is solved the first move."""
        self.wrong: set[tuple[T3State, T3Action]] = set()
        """The wrong tries. Each counts once."""
        self.misses = 0
        self.hints = 0
        """How many steps of the hint for this move the person has seen."""
        self.gave_up = False
        """Whether the person has seen the answer."""

    @property
    def left(self) -> int:
        """How many moves are left; 0 once it is solved."""
        return self.exercise.left(self.match.state)

    def scene(self) -> Scene:
        """The board, and what to find."""
        aim = self.exercise.aim(self.match.state) if self.left else "Solved."
        return Scene(self.match, f"{self.exercise.title}. {aim}", COMMANDS)

    def prompt(self) -> str:
        """What is asked for."""
        if not self.left:
            return f"Press Enter for {self.following()}, or home > "
        own = listed(self.match.state.get_moves(), "or")
        return f"{whose(self.match)} turn: COLUMN ROW NUMBER ({own}) > "

    def following(self) -> str:
        """What Enter leads to once it is solved."""
        return "another puzzle"

    def go_on(self) -> None:
        """Go to the next exercise if this one is solved."""
        if not self.left:
            self.do_next()

    @abstractmethod
    def do_next(self, rest: str = "") -> None:
        """Go to another exercise of this kind."""

    def take(self, line: str) -> None:
        """Take a move as a try. If it is right, play it, and the computer's reply.

        Raises ValueError if the move is not legal.
        """
        match, screen = self.match, self.session.screen
        if not self.left:
            raise ValueError("This is solved. Press Enter to go on.")
        action = legal_action(match.state, line)
        self.tried = match.state, action
        if missed := self.exercise.missed(match.state, action):
            if self.tried not in self.wrong:
                self.wrong.add(self.tried)
                self.misses += 1
                self.missed()
            screen.say(f"Missed. {missed} Try again, or type hint.")
            return
        match.add(action)
        self.hints = 0
        if self.left:
            screen.say("Right.")
            reply = best_action(match.state)
            screen.say(f"{move_in_words(match, match.state, reply)}")
            match.add(reply)
        self.show()
        if not self.left:
            self.tried = self.exercise.state, match.actions[0]  # the move to find
            if match.state.is_over():
                screen.say(f"{outcome(match)}.")
            screen.say(self.solved())

    def missed(self) -> None:
        """Keep that a try was wrong."""

    def solved(self) -> str:
        """Keep that it is solved; returns what to say about it."""
        if self.gave_up:
            return "Solved. You had seen the answer, so it doesn't count."
        self.session.store.change(add_puzzle)
        done = self.session.store.state["puzzles"]
        return f"Solved in {counted_tries(1 + self.misses)}. Puzzles solved so far: {done}."

    def do_hint(self, rest: str) -> None:
        """Say which line to look at, then which cell, then the move."""
        if not self.left:
            raise ValueError("This is solved. Press Enter to go on.")
        self.hints = min(3, self.hints + 1)
        if self.hints == 3:
            self.give_up()
        self.session.screen.say(self.exercise.hint(self.match.state, self.hints))

    def give_up(self) -> None:
        """Keep that the person has seen the answer."""
        self.gave_up = True

    def do_answer(self, rest: str) -> None:
        """Say the right move, and why."""
        if not self.left:
            raise ValueError("This is solved. Press Enter to go on.")
        self.give_up()
        state = self.match.state
        right = self.exercise.answer(state)
        why = self.exercise.why(state, right)
        self.session.screen.say(f"The answer is {right}; type it to go on. {why}")

    def do_why(self, line: str) -> None:
        """Say what follows the last try, or the move in the line."""
        tried = self.tried
        if line:
            tried = self.match.state, legal_action(self.match.state, line)
        if not tried:
            raise ValueError("Try a move first.")
        self.session.screen.say(self.exercise.why(*tried))

    def do_undo(self, line: str) -> None:
        """Go back to the person's last turn."""
        turn = self.match.last_turn()
        if turn is None or not self.left:
            raise ValueError("There is nothing to take back.")
        taken = ", ".join(map(str, self.match.back_to(turn)))
        self.show()
        self.session.screen.say(f"Taken back: {taken}")


def add_puzzle(state: dict[str, int]) -> None:
    """Count a puzzle as solved."""
    state["puzzles"] = state.get("puzzles", 0) + 1


def counted_tries(tries: int) -> str:
    """How many tries it took."""
    return "1 try" if tries == 1 else f"{tries} tries"


class Drawn(Solving):
    """A puzzle of a strength, one of as many as one likes."""

    def __init__(self, session: Session, kind: str, seed: int) -> None:
        super().__init__(session, puzzles.drawn(kind, str(seed)))
        self.kind, self.seed = kind, seed

    def do_next(self, rest: str = "") -> None:
        """Go to another puzzle of this kind."""
        self.session.begin(Drawn(self.session, self.kind, (self.seed + 1) % SEEDS))


class Daily(Solving):
    """The puzzle of a day. What the person did at it is kept."""

    def __init__(self, session: Session, day: date) -> None:
        super().__init__(session, puzzles.of_day(day))
        self.day = day
        known = session.store.day(day)
        self.misses = known.get("tries", 1) - 1
        self.gave_up = bool(known.get("shown"))

    def begin(self) -> None:
        """Show the puzzle, and how it went if it was solved before."""
        super().begin()
        if told := daily_result(self.session, self.day):
            self.session.screen.say(
                f"You have solved this: {told}. You can solve it again."
            )

    def following(self) -> str:
        """What Enter leads to."""
        return "another puzzle like this"

    def do_next(self, rest: str = "") -> None:
        """Go to another puzzle of the same strength."""
        kind = self.exercise.kind if isinstance(self.exercise, Puzzle) else ""
        self.session.begin(Drawn(self.session, kind, random.randrange(SEEDS)))

    def missed(self) -> None:
        """Keep the number of tries, while it is not solved."""
        if not self.session.store.day(self.day).get("solved"):
            self.session.store.change_day(self.day, tries=1 + self.misses)

    def give_up(self) -> None:
        """Keep that the answer was shown, unless it was solved before."""
        super().give_up()
        if not self.session.store.day(self.day).get("solved"):
            self.session.store.change_day(self.day, shown=True)

    def solved(self) -> str:
        """Keep that it is solved, once; returns the result to share."""
        known, store = self.session.store.day(self.day), self.session.store
        if known.get("solved"):
            return "Solved again."
        if self.gave_up:
            return "Solved. You had seen the answer, so it doesn't count."
        today = self.session.today().isoformat()
        store.change(add_puzzle)
        store.change_day(self.day, tries=1 + self.misses, solved=today)
        return f"Solved. To share: {daily_result(self.session, self.day)}"


def daily_result(session: Session, day: date) -> str:
    """How the person solved a day's puzzle, to share; empty if it is not solved."""
    known = session.store.day(day)
    if not known.get("solved"):
        return ""
    tries = known.get("tries", 1)
    how = "first try" if tries == 1 else counted_tries(tries)
    parts = [f"T3 {puzzles.number_of(day)}", how]
    streak = session.store.streak(session.today())
    if day == session.today() and streak:
        parts.append(f"streak {streak}")
    return " \N{MIDDLE DOT} ".join(parts)


class Learning(Solving):
    """A lesson."""

    def __init__(self, session: Session, index: int) -> None:
        super().__init__(session, LESSONS[index])
        self.index = index

    def following(self) -> str:
        """What Enter leads to."""
        last = self.index + 1 == len(LESSONS)
        return "a game" if last else "the next lesson"

    def do_next(self, rest: str = "") -> None:
        """Go to the next lesson, or after the last one to a game."""
        if self.index + 1 == len(LESSONS):
            begin_usual(self.session)
        else:
            self.session.begin(Learning(self.session, self.index + 1))

    def solved(self) -> str:
        """Keep that it is learnt; returns what it teaches."""
        self.session.store.change(
            lambda state: state.update(lessons=max(state.get("lessons", 0), self.index + 1))
        )
        learnt = self.exercise.learnt if isinstance(self.exercise, Lesson) else ""
        return f"Right. {learnt}"


def exercise_named(session: Session, name: str) -> Solving:
    """The puzzle that a word asks for: today's, a strength, a number or a date.

    Raises ValueError.
    """
    today = session.today()
    latest = puzzles.number_of(today)
    if name.isdigit():
        if not 1 <= int(name[:9]) <= latest:
            raise ValueError(f"Daily puzzles go from 1 to {latest}, which is today's.")
        return Daily(session, puzzles.day_of(int(name)))
    if "-" in name:
        try:
            day = date.fromisoformat(name)
        except ValueError:
            raise ValueError(f"{name[:20]!r} is not a date such as {today}.") from None
        if not puzzles.FIRST_DAY <= day <= today:
            span = f"from {puzzles.FIRST_DAY} to {today}"
            raise ValueError(f"There are daily puzzles {span}.")
        return Daily(session, day)
    kind = expand(("daily", *STRENGTHS), name or "daily", "puzzle")
    if kind == "daily":
        return Daily(session, today)
    return Drawn(session, kind, random.randrange(SEEDS))
