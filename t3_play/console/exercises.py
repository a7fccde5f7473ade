"""Puzzles and lessons at the prompt: tries until the right move is found."""

import random
from abc import abstractmethod
from contextlib import suppress
from datetime import date, timedelta

from t3_play.console.game import Game
from t3_play.console.results import score
from t3_play.console.session import Playing, Session, new_game
from t3_play.console.store import Change, Kept
from t3_play.descriptions import cells_in
from t3_play.inputs import expand, legal_action, parse_action
from t3_play.levels import best_action
from t3_play.match import ending_in_words, new_match
from t3_play.puzzles import FIRST_DAY, LESSONS, STRENGTHS, Exercise, kind_of, of_day
from t3_state import T3Action, T3State


class Solving(Playing):
    """A person at an exercise."""

    def __init__(self, session: Session, exercise: Exercise) -> None:
        super().__init__(session, new_match(start=exercise.state))
        self.exercise = exercise
        self.record: Kept = {}
        """As in Store: `wrong` tries, `hints`, whether it was `shown`, when `solved`."""
        self.tried: list[tuple[T3State, T3Action]] = []
        """What `why` is about: the tries, and once it is solved the first move."""

    @property
    def over(self) -> bool:
        """Whether it is solved."""
        return self.exercise.left(self.match.state) == 0

    def show(self) -> None:
        """Show the board, and what to find."""
        aim = "Solved." if self.over else self.exercise.aim(self.match.state)
        self.session.screen.show(self.match, f"{self.exercise.title}. {aim}")

    def take(self, line: str) -> None:
        """Take a move as a try. If it is right, play it, and the computer's reply.

        Raises ValueError if the move is not legal.
        """
        match, say = self.match, self.session.screen.say
        action = legal_action(self.unfinished(), line)
        self.tried.append((match.state, action))
        led_to, said = self.exercise.judged(match.state, action)
        if led_to != "right":
            moves = " ".join(map(str, [*match.actions, action]))
            self.keep(lambda record: record.setdefault("wrong", {}).update({moves: led_to}))
            number = 1 + len(self.record.get("wrong", {}))
            say(f"Missed. {said} This is try {number}: type another move, or hint.")
            return
        match.add(action)
        if not self.over:
            say("Right.")
            reply = best_action(match.state)
            say(f"The computer: {reply}")
            match.add(reply)
        self.show()
        if self.over:
            self.tried.append((self.exercise.state, match.actions[0]))  # the move to find
            if match.state.is_over():
                say(f"{ending_in_words(match)}.")
            say(self.solved())

    def keep(self, change: Change) -> None:
        """Change the record of what the person did."""
        change(self.record)

    @abstractmethod
    def solved(self) -> str:
        """Keep that it is solved; returns what to say about it."""

    def advice(self, step: int) -> tuple[T3Action, str]:
        """The right move, and what follows it."""
        if step == 3:
            self.keep(lambda record: record.update(shown=True))
        else:
            hint = " ".join(map(str, [*self.match.actions, "hint", step]))
            self.keep(lambda record: record.setdefault("hints", {}).update({hint: True}))
        right = best_action(self.match.state)
        return right, f"Play {right}. {self.exercise.why(self.match.state, right)}"

    def do_why(self, line: str) -> None:
        """Say what follows the last try, or the last one with the move in the line."""
        tried = [it for it in self.tried if not line or it[1] == parse_action(line)]
        if not tried:
            asked = legal_action(self.unfinished(), line) if line else "a move"
            raise ValueError(f"Try {asked} first.")
        said = self.exercise.why(*tried[-1])
        self.session.screen.say(said, cells_in(said))


class Daily(Solving):
    """The puzzle of a day. What the person did at it is kept."""

    following = "another puzzle"
    last_hint = "Type hint again for the answer. A puzzle counts only without it."

    def __init__(self, session: Session, day: date) -> None:
        super().__init__(session, of_day(day))
        self.day, self.opened = day, session.today()
        self.record = session.store.day(day)

    def begin(self) -> None:
        """Show the puzzle, and the score if it was solved before."""
        super().begin()
        if "solved" in self.record:
            self.session.screen.say(score(self.session, self.day))

    def follow(self) -> Playing:
        """Another puzzle of the same strength."""
        return another(self.session, kind_of(self.day))

    def keep(self, change: Change) -> None:
        """Keep it for the next time, too, until it is solved or the answer is shown."""

        def on_day(history: Kept) -> None:
            known = history.setdefault("days", {}).setdefault(self.day.isoformat(), {})
            if not {"solved", "shown"} & {*known}:
                change(known)
                if "solved" in known:
                    history["puzzles"] = history.get("puzzles", 0) + 1

        self.session.store.change(on_day)
        self.record = self.session.store.day(self.day)

    def solved(self) -> str:
        """Keep that it is solved, unless the answer was shown; returns the score."""
        self.keep(lambda record: record.update(solved=self.opened.isoformat()))
        if "shown" in self.record:
            return "Solved. You had seen the answer, so it doesn't count."
        return score(self.session, self.day)


class Learning(Solving):
    """A lesson: the first that is not learnt yet, and once all are, the first."""

    def __init__(self, session: Session, index: int | None = None) -> None:
        learnt = session.store.history.get("lessons", 0)
        self.index = learnt % len(LESSONS) if index is None else index
        super().__init__(session, LESSONS[self.index])
        self.last = self.exercise is LESSONS[-1]
        self.following = "a game" if self.last else "the next lesson"

    def follow(self) -> Playing:
        """The next lesson, or after the last one a game."""
        if self.last:
            return Game(self.session, new_game(self.session))
        return Learning(self.session, self.index + 1)

    def solved(self) -> str:
        """Keep that it is learnt; returns what it teaches."""
        self.session.store.change(
            lambda it: it.update(lessons=max(it.get("lessons", 0), self.index + 1))
        )
        return f"Right. {LESSONS[self.index].learnt}"


def another(session: Session, kind: str) -> Daily:
    """A day's puzzle of a strength, until today; one that is open if there is one."""
    first = [*STRENGTHS].index(kind)
    until = max((session.today() - FIRST_DAY).days, first)
    days = [FIRST_DAY + timedelta(it) for it in range(first, until + 1, len(STRENGTHS))]
    fresh = [day for day in days if not {"solved", "shown"} & {*session.store.day(day)}]
    return Daily(session, random.choice(fresh or days))


def puzzle_named(session: Session, name: str) -> Daily:
    """The puzzle that a word asks for: today's, a strength or a date; raises ValueError."""
    today = session.today()
    if today < FIRST_DAY:
        clock = f"this computer's clock says {today}"
        raise ValueError(f"Daily puzzles begin on {FIRST_DAY}, but {clock}.")
    if name.isalpha():
        return another(session, expand(STRENGTHS, name, "puzzle"))
    with suppress(ValueError):
        day = date.fromisoformat(name) if name else today
        if FIRST_DAY <= day <= today:
            return Daily(session, day)
    raise ValueError(f"Type a day from {FIRST_DAY} to {today}.")
