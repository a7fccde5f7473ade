"""The home screen: what waits."""

from t3_play.console.exercises import exercise_named, next_lesson
from t3_play.console.game import AIM, Game
from t3_play.console.results import beaten, tries, week
from t3_play.console.session import Activity, described, last_game, new_game, under_way
from t3_play.descriptions import listed
from t3_play.puzzles import FIRST_DAY, LESSONS, of_day

NAMES = {"p": "the puzzle", "g": "your game", "n": "a new game", "l": "lessons"}
"""What waits, by what to type for it."""


class Home(Activity):
    """The home screen: a line, and the first letter of a command, for all that waits."""

    def choices(self) -> dict[str, str]:
        """What waits, by what to type for it, the first thing first."""
        session, state = self.session, self.session.store.state
        choices = {}
        if session.today() >= FIRST_DAY:
            choices["p"] = f"today's puzzle: {self.puzzle()}"
        if match := under_way(session):
            choices["g"] = f"go on: {described(match)}"
        choices["n"] = f"new game: {described(new_game(session))}"
        again = " again" if state.get("lessons") == len(LESSONS) else ""
        learn = {"l": f"learn{again}: five positions, three minutes"}
        visited = any(map(state.get, ("game", "lessons", "days")))
        return choices | learn if visited else learn | choices

    def puzzle(self) -> str:
        """Today's puzzle, or its result."""
        today, store = self.session.today(), self.session.store
        record, puzzle, (streak, _) = store.day(today), of_day(today), store.streaks(today)
        size = puzzle.state.size
        told = f"{size} x {size}, win within {puzzle.moves} of your moves"
        if "solved" in record:
            told = f"solved, {tries(record)}"
        elif "shown" in record:
            told = "you have seen the answer"
        return f"{told}, streak {streak}" if streak > 1 else told

    def begin(self) -> None:
        """Leave the board."""
        self.session.screen.show(None)

    def advance(self) -> bool:
        """Say what waits."""
        lines = [f"  {key}  {text}" for key, text in self.choices().items()]
        told = [week(self.session), beaten(self.session)]
        if "game" in self.session.store.state and not last_game(self.session):
            told.append("Your last game can't go on in this version.")
        lines = [f"Tic-Tac-Total. {AIM}", "", *lines, "", *filter(None, told)]
        self.session.screen.say("\n".join(lines))
        return False

    def first(self) -> str:
        """What comes first, and is not done."""
        today = self.session.store.day(self.session.today())
        done = today.get("solved") or today.get("shown")
        return next(key for key in self.choices() if not (key == "p" and done))

    def enter(self) -> None:
        """Begin what comes first."""
        session, first = self.session, self.first()
        if first == "g":
            self.do_go("")
        elif first == "p":
            session.begin(exercise_named(session, ""))
        elif first == "l":
            session.begin(next_lesson(session))
        else:
            session.begin(Game(session, new_game(session)))

    def prompt(self) -> str:
        """What is asked for."""
        keys = listed(self.choices(), "or")
        return f"Choose {keys}, or press Enter for {NAMES[self.first()]} > "

    def take(self, line: str) -> None:
        """There is no board yet."""
        raise ValueError(f"Choose {listed(self.choices(), 'or')} first.")

    def do_go(self, rest: str) -> None:
        """Go on with the last game; raises ValueError if there is none."""
        match, state = under_way(self.session), self.session.store.state
        if match is None:
            raise ValueError("No game is under way.")
        self.session.begin(Game(self.session, match, state.get("id", "")))
