"""What each action of a match gave away."""

from contextlib import suppress
from dataclasses import dataclass

from t3_play.analysis import Distances, Prospect
from t3_play.match import Match
from t3_player import WIN, Clock
from t3_state import T3Action, T3State


@dataclass(frozen=True)
class Judgement:
    """What an action led to, and what a best action would have led to."""

    played: Prospect
    best: Prospect

    @property
    def gave_away(self) -> bool:
        """Whether the action lost a win or a tie."""
        return self.played.rank()[0] > self.best.rank()[0]

    def in_words(self) -> str:
        """What the action gave away, and the better one.

        >>> state, search = T3State.from_notation("120/000/000 evens"), Distances(Clock())
        >>> judge(state, T3Action(1, 1, 6), search).in_words()
        'threw away a win: with (0,1) = 6, evens win in 3 of their moves'
        """
        better = f"with {self.best.action}, {self.best.in_words()}"
        if self.gave_away and self.best.utility == WIN:
            return f"threw away a win: {better}"
        if self.gave_away:
            return f"threw away a tie: {self.best.action} ties"
        if self.played.rank() > self.best.rank():
            return f"{self.played.in_words()}; {better}"
        return f"{self.played.in_words()}; nothing is better"


def judge(state: T3State, action: T3Action, search: Distances) -> Judgement:
    """Judge a legal action in an unfinished state; raises TimeoutError."""
    played, best = search.prospect(state, action), search.best_prospect(state)
    assert best is not None
    return Judgement(played, best)


def review(match: Match, clock: Clock) -> dict[int, Judgement]:
    """The judgement of each action by its ply, from the last, as far as the time goes."""
    judged: dict[int, Judgement] = {}
    search = Distances(clock)
    with suppress(TimeoutError):
        for ply in reversed(range(len(match.actions))):
            judged[ply] = judge(match.states[ply], match.actions[ply], search)
    return judged


def turning_point(match: Match, odd: bool, judged: dict[int, Judgement]) -> int | None:
    """The ply of the last action by which odds (if `odd`) or evens lost a win or tie.

    None if there was none, or none was found in time.
    """
    return max(
        (
            ply
            for ply, judgement in judged.items()
            if judgement.gave_away and match.states[ply].odd_turn == odd
        ),
        default=None,
    )
