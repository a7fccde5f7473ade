"""Values and distances of positions, by the exact player."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from t3_engine import Clock, Search
from t3_engine.forced_wins import ForcedWins
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_player import LOSS, TIE, WIN
from t3_state import TURNS, T3Action, T3State, is_odds


def safe_actions(state: T3State) -> list[T3Action]:
    """The actions that leave the opponent no win at once, if the mover has none itself."""
    position = Position.of(state)
    return [position.mover.action(action) for action in members(position.safe)]


@dataclass(frozen=True)
class Prospect:
    """What an action leads to, as far as it is proven."""

    action: T3Action
    utility: int | None
    """WIN, TIE or LOSS for the side that plays it; None if unproven."""
    distance: int | None = None
    """The plies until the win, this action included, if the winner hurries and the loser
    resists. None if nobody wins, or if unproven."""

    @property
    def proven(self) -> bool:
        """Whether both utility and distance are proven."""
        return self.utility == TIE or self.distance is not None

    def rank(self) -> tuple[int, float]:
        """Sort key, best first: quick win, tie, unproven, long loss."""
        place = {WIN: 0, TIE: 1, None: 2, LOSS: 3}[self.utility]
        distance = math.inf if self.distance is None else self.distance
        if self.utility in (WIN, LOSS):
            return place, distance * self.utility
        return place, 0

    def in_words(self) -> str:
        """Who wins, and in how many of their own moves.

        >>> Prospect(T3Action(0, 1, 6), WIN, 5).in_words()
        'evens win in 3 of their moves'
        """
        if self.utility in (None, TIE):
            return "it's a tie" if self.utility == TIE else "not proven in time"
        odd = is_odds(self.action.move()) == (self.utility == WIN)
        if self.distance is None:
            return f"{TURNS[odd]} win"
        if self.distance <= 2:
            at_once = "at once" if self.distance == 1 else "with their next move"
            return f"{TURNS[odd]} win {at_once}"
        return f"{TURNS[odd]} win in {(self.distance + 1) // 2} of their moves"


@dataclass(frozen=True)
class Outlook:
    """What an unfinished position leads to, and what to play, as far as time allowed."""

    utility: int | None
    """For the side to move; None if unproven."""
    distance: int | None
    """The plies until the win, as in Prospect."""
    actions: list[T3Action]
    """The best actions known, at least one, in action order. If the utility is proven, each
    of them keeps it; alike actions are named once."""
    proven: bool
    """Whether these are the best: the fastest wins, the ties, or the slowest losses."""


def prospects(state: T3State, clock: Clock) -> list[Prospect]:
    """What each action leads to, the best first, as far as the time goes.

    All actions are searched together, the easiest first, and alike ones once.

    >>> best, *_ = prospects(T3State.from_notation("120/000/000 evens"), Clock())
    >>> str(best.action), best.utility, best.distance
    ('(0,1) = 6', 1, 5)
    """
    search = Distances(clock)
    actions = [] if state.is_win() else [action for action, _ in state.get_transitions()]
    children = [Position.of(state.get_next_state(action)) for action in actions]
    with suppress(TimeoutError):
        unfinished = {key_of(child): child for child in children if not child.is_won()}
        for child, utility in search.decided(unfinished.values()):
            search.of(child, utility)
    choices = [search.prospect(state, action) for action in actions]
    return sorted(choices, key=lambda it: (it.rank(), it.action))


class Distances(Search):
    """A search that also finds who wins how soon, if the loser resists.

    On T3Player's ladder the loser hurries, too.
    """

    def utility(self, position: Position) -> int:
        """The mover's utility, even if the game is won already; raises TimeoutError."""
        return LOSS if position.is_won() else super().utility(position)

    def prospect(self, state: T3State, action: T3Action) -> Prospect:
        """What an action leads to, as far as the time goes."""
        child = Position.of(state.get_next_state(action))
        utility = None
        try:
            utility = -self.utility(child)
            rest = self.of(child, -utility)
            return Prospect(action, utility, None if rest is None else 1 + rest)
        except TimeoutError:
            return Prospect(action, utility)

    def outlook(self, state: T3State) -> Outlook:
        """What an unfinished state leads to, and what to play, as far as the time goes."""
        position, utility, distance = Position.of(state), None, None
        best: list[int] = []
        proven = False
        with suppress(TimeoutError):
            utility = self.utility(position)
            distance = self.of(position, utility)
            for actions in self.best(position, utility, distance or 0):
                best = actions
            proven = True
        if best:
            named = [position.mover.action(action) for action in best]
            return Outlook(utility, distance, named, proven)
        action = self.best_known(state).action
        assert action is not None, "the game goes on"
        kept = self.known(Position.of(state.get_next_state(action)))
        if utility != LOSS and (kept is None or -kept != utility):
            utility = distance = None  # this action may not keep it
        return Outlook(utility, distance, [action], proven=False)

    def of(self, position: Position, utility: int) -> int | None:
        """The plies until somebody wins, in a position of this utility; None for a tie.

        Raises TimeoutError.
        """
        if utility == TIE or position.is_won():
            return None if utility == TIE else 0
        within = self.winner(position, utility).within
        every = count(1 if utility == WIN else 2, 2)
        return next(plies for plies in every if within(position, plies))

    def winner(self, position: Position, utility: int) -> ForcedWins:
        """The forced wins of the side that wins a position of this utility."""
        return self.forced[position.mover.odd == (utility == WIN)]

    def best(self, position: Position, utility: int, distance: int) -> Iterator[list[int]]:
        """Yields the fastest wins, the ties, or slower and slower losses, alike ones once.

        Raises TimeoutError.
        """
        if position.can_win():
            yield position.winning()
            return
        best = members(position.distinct(position.safe or position.legal()))
        after = dict(position.children(best))
        winner = self.winner(position, utility)
        if utility == TIE:
            yield [it for it in best if self.utility(after[it]) == TIE]
        elif utility == WIN:
            yield [it for it in best if winner.within(after[it], distance - 1)]
        else:
            plies = 1
            while best:
                yield best
                best = [it for it in best if not winner.within(after[it], plies)]
                plies += 2
