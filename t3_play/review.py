"""What each action of a match gave away."""

from dataclasses import dataclass

from t3_engine import Clock
from t3_play.advice import pressure
from t3_play.analysis import Distances, Prospect
from t3_play.descriptions import listed
from t3_play.match import Match
from t3_player import WIN
from t3_state import TURNS, T3Action, T3State, is_odds


@dataclass(frozen=True)
class Judgement:
    """What an action led to, and what a best action would have led to."""

    played: Prospect
    best: Prospect
    proven: bool
    """Whether it is known that nothing is better than `best`; its utility always is."""

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
        if not (self.proven and self.played.proven):
            return self.played.in_words()
        slower = self.played.rank() > self.best.rank()
        return f"{self.played.in_words()}; {better if slower else 'nothing is better'}"

    def sentence(self) -> str:
        """The action, and what it gave away."""
        action = self.played.action
        side = TURNS[is_odds(action.move())].title()
        return f"{side}' {action}{' ' if self.gave_away else ': '}{self.in_words()}."


def judge(state: T3State, action: T3Action, search: Distances) -> Judgement | None:
    """The judgement of a legal action in an unfinished state; None if time ran out."""
    outlook, played = search.outlook(state), search.prospect(state, action)
    if outlook.utility is None or played.utility is None:
        return None
    best = Prospect(outlook.actions[0], outlook.utility, outlook.distance)
    return Judgement(played, best, outlook.proven)


def review(match: Match, clock: Clock) -> dict[int, Judgement]:
    """The judgement of each action by its ply, from the last, as far as the time goes."""
    search, judged = Distances(clock), dict[int, Judgement]()
    for ply in reversed(range(len(match.actions))):
        judgement = judge(match.states[ply], match.actions[ply], search)
        if judgement is None:
            break
        judged[ply] = judgement
    return judged


def turning_point(judged: dict[int, Judgement]) -> int | None:
    """The ply of the last action, by either side, that changed the result, if any did."""
    return next((ply for ply, it in judged.items() if it.gave_away), None)


def victory(match: Match, judged: dict[int, Judgement]) -> str:
    """The winner's moves that decided a match that was won, in a sentence."""
    end, turned = len(match.actions), turning_point(judged)
    since = 0 if turned is None else turned + 1
    plies = [ply for ply in range(since, end - 1) if (end - ply) % 2]
    if turned is None and len(judged) < end:
        return how_it_went(match, judged)
    loser = TURNS[match.state.odd_turn]
    after = "" if turned is None else f"After {loser}' mistake {match.actions[turned]}, "
    if not plies:
        return f"{after}{match.actions[-1]} decided it."
    moves = listed(match.actions[ply] for ply in plies)
    return f"{after}{moves} decided it: {pressure(match.states[plies[-1] + 1])}."


def how_it_went(match: Match, judged: dict[int, Judgement]) -> str:
    """Where a match turned that is over, or lost for the side to move, in sentences.

    They say nothing about actions that were not judged.
    """
    state, end = match.state, len(match.actions)
    turned = turning_point(judged)
    if turned is not None:
        return f"The turning point was move {1 + turned}. {judged[turned].sentence()}"
    if len(judged) < end:
        return "There was no time to find where the game turned."
    if state.is_tie():
        return "Neither side gave anything away."
    loser, winner = TURNS[state.odd_turn].title(), TURNS[not state.odd_turn]
    return f"{loser} were lost from the start: {winner} can always win from there."
