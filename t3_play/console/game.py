"""A game, from its first move to what there was to learn from it."""

import secrets

from t3_engine import Clock
from t3_play.advice import advice, grouped
from t3_play.analysis import Distances, Prospect, prospects
from t3_play.console.results import tally
from t3_play.console.session import Playing, Session, under_way
from t3_play.console.store import Kept, count_game
from t3_play.descriptions import cells_in
from t3_play.inputs import legal_action, number_in
from t3_play.levels import LEVELS, odds_win
from t3_play.match import PEOPLE, SEEDS, Match, ending_in_words, match_in_words
from t3_play.review import Judgement, how_it_went, review, turning_point, victory
from t3_play.sums import line_sums
from t3_player import LOSS, TIE, WIN
from t3_state import TURNS, T3Action, numbers

AIM = (
    "Odds place 1, 3 or 5, evens place 2, 4 or 6, and whoever makes a row, a column or a "
    "diagonal sum to exactly 13 wins."
)
"""The rules in a sentence."""

RULES = (
    f"{AIM} Either side may begin. In turn, each fills an empty cell; numbers may be "
    "reused. A line wins as soon as it sums to exactly 13, even with empty cells. A line "
    "that can no longer reach 13 is dead. A full board that nobody has won is a tie."
)
"""The rules as in README.md."""


class Game(Playing):
    """A match between people and the computer."""

    def __init__(self, session: Session, match: Match, id: str = "") -> None:
        super().__init__(session, match)
        self.id = id or secrets.token_hex(4)
        """Which game it is: two windows can go on with the same."""
        self.judged: dict[int, Judgement] | None = None
        """By ply, what each move gave away, once the end was said."""
        self.begun = match.last_turn(len(match.actions)) is not None
        """Whether a person has moved. Until then the game before it stays."""

    def title(self) -> str:
        """The aim of the game, or that it is a tie, and who plays which side."""
        start, play = self.match.start, self.match.play
        aim, sides = "Tic-Tac-Total: make a row, column or diagonal sum to 13.", []
        if all(line.dead for line in line_sums(self.match.states[-2 if self.over else -1])):
            aim = "All lines are dead: the game is a tie, whatever you play."
        for odd, name in TURNS.items():
            who = "You" if odd in PEOPLE[play] else f"Computer ({self.match.level})"
            own = ", ".join(map(str, numbers(odd, start.MAX_MOVE)))
            side = f"{who}: {name} ({own})."
            sides.append(f"{name.title()}: {own}." if play == "both" else side)
        return f"{aim}\n{' '.join(sorted(sides, reverse=True))}"  # you, or odds, first

    def begin(self) -> None:
        """Show the match, and who can win it."""
        match, say = self.match, self.session.screen.say
        if self.session.screen.in_words:
            say(f"{'Game' if match.actions else 'New game'}: {match_in_words(match)}.")
        super().begin()
        waiting = under_way(self.session)
        if waiting and not self.begun:
            said = "Your first move replaces the game that is kept"
            say(f"{said} ({match_in_words(waiting)}).")
        self.keep()
        winner = TURNS[odds_win(match.start.size, match.start.odd_turn)]
        begins = match.is_persons(match.start) and not (match.is_practice or match.actions)
        if begins and match.play not in ("both", winner):
            always = "can always win from here if they make no mistake"
            say(f"{winner.title()} {always}. Type new {winner} to play {winner}.")

    def show(self) -> None:
        """Show how it stands. Plain lines show the board once a turn: when it is theirs."""
        seen = self.session.screen.redraws or self.over
        seen = seen or self.match.is_persons(self.match.state)
        self.session.screen.show(self.match if seen else None, self.title())

    def advance(self) -> None:
        """Let the computer play, or say how the match ended."""
        match, session = self.match, self.session
        level = LEVELS[match.level]
        while not (self.over or match.is_persons(match.state)):
            choice = session.think(lambda clock: level(match.state, match.seed, clock))
            doubt = "" if choice.proven else ", which is not proven to be best"
            session.screen.say(f"The computer: {choice.action}{doubt}")
            match.add(choice.action)
            self.keep()
            self.show()
        if not self.over:
            super().advance()
        elif self.judged is None or session.screen.redraws:
            self.finish()

    def take(self, line: str) -> None:
        """Play the action that the line describes; raises ValueError."""
        self.match.add(legal_action(self.unfinished(), line))
        self.begun = True
        self.keep()
        self.show()

    def keep(self) -> None:
        """Keep the match, and once it is over, its result, if it counts."""
        match, result = self.match, self.result
        if not self.begun:
            return
        if match.helped and result in ("won", "tied"):
            result += " with help"

        def change(history: Kept) -> None:
            history["game"], history["id"] = match.as_json(), self.id
            if result and not match.is_practice:
                count_game(history, self.id, self.of(), result)

        self.session.store.change(change)

    @property
    def result(self) -> str:
        """Won, lost or tied; empty before the end, and if people play both sides."""
        match = self.match
        if not self.over or match.play == "both":
            return ""
        if match.state.is_tie():
            return "tied"
        return "lost" if match.is_persons(match.state) else "won"

    def of(self) -> str:
        """What level and board results are kept for."""
        size = self.match.start.size
        return f"{self.match.level}, {size} x {size}"

    # The end.

    def finish(self) -> None:
        """Say how the match went."""
        match, say = self.match, self.session.screen.say
        say(f"{ending_in_words(match)} after move {len(match.actions)}.")
        if self.judged is None:
            self.judged = self.session.think(lambda clock: review(match, clock))
        lost = match.state.is_tie() or self.result == "lost"
        say((how_it_went if lost else victory)(match, self.judged))
        if self.result and match.is_practice:
            say("Practice from a given position: it doesn't count.")
        elif self.result:
            results = self.session.store.history.get("results", {})
            say(f"Against {self.of()}: {tally(results.get(self.of(), {}))}.")
        level = self.next_level()
        self.following = f"another game{f', against {level}' * (level != match.level)}"
        turned, back = turning_point(self.judged), ""
        if self.result != "won" and turned is not None:
            back = f"undo {1 + turned} (back to the turning point), "
        say(f"You can also type {back}new or review.")

    def next_level(self) -> str:
        """The next game's level: one up after two wins running, down after two losses."""
        names, latest = list(LEVELS), self.session.store.history.get("latest")
        steps = {"won": 1, "lost": -1}
        if self.match.is_practice or latest != [[self.of(), self.result]] * 2:
            return self.match.level
        at = names.index(self.match.level) + steps.get(self.result, 0)
        return names[min(max(at, 0), len(names) - 1)]

    def follow(self) -> Playing:
        """Another match, as this one began."""
        match, level = self.match, self.next_level()
        again = Match(match.start, match.play, level, (match.seed + 1) % SEEDS)
        return Game(self.session, again)

    def help(self) -> None:
        """Note that the person has had help: a win then counts apart."""
        self.match.helped = True
        self.keep()

    # Commands.

    def advice(self, step: int) -> tuple[T3Action | None, str]:
        """What to play, if that is not lost or unproven, and why, or where it was lost."""
        match, state = self.match, self.match.state
        self.help()

        def search(clock: Clock) -> tuple[T3Action | None, str]:
            distances = Distances(clock)
            best = distances.outlook(state)
            said = advice(state, best, distances)
            if best.utility == LOSS:
                said.append(how_it_went(match, review(match, clock)))
            by_steps = best.utility in (WIN, TIE)
            return best.actions[0] if by_steps else None, " ".join(said)

        return self.session.think(search)

    def do_why(self, line: str) -> None:
        """Say what each move leads to, or the move in the line."""
        state = self.unfinished()
        action = legal_action(state, line) if line else None
        self.help()

        def search(clock: Clock) -> list[Prospect]:
            if action:
                return [Distances(clock).prospect(state, action)]
            return prospects(state, clock)

        groups = grouped(self.session.think(search))
        self.session.screen.say("\n".join(groups), cells_in(groups[0]))

    def do_undo(self, line: str) -> None:
        """Go back to the person's last turn, or to the one at the move that is named."""
        match, plies = self.match, len(self.match.actions)
        if line and plies:
            plies = number_in(range(1, plies + 1), line)
        turn = match.last_turn(plies)
        if turn is None:
            raise ValueError("There is nothing to take back.")
        taken = ", ".join(map(str, match.back_to(turn)))
        self.judged = None
        self.help()
        self.show()
        self.session.screen.say(f"Taken back: {taken}")

    def do_review(self, rest: str) -> None:
        """Say of each move what it gave away; raises ValueError if there is none."""
        match = self.match
        if not match.actions:
            raise ValueError("No moves yet.")
        if not self.over:
            self.help()
        judged = self.session.think(lambda clock: review(match, clock))
        for ply, action in enumerate(match.actions):
            it = judged.get(ply)
            said = it.sentence() if it else f"{action} could not be judged in time."
            better = cells_in(it.in_words() if it else "")
            self.session.screen.say(f"Move {1 + ply}: {said}", better)
