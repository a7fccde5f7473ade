"""What the exact player can tell about a position and a game, also in words."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from t3_engine import Clock, Search
from t3_engine.position import Position, members
from t3_player import LOSS, WIN, Evaluation
from t3_state import T3Action, T3State


def evaluate(state: T3State, clock: Clock) -> Evaluation:
    """The value of `state`, as T3Player finds it, until the clock's time is up."""
    return Evaluation(*Search(clock).evaluate(state))


def evaluate_actions(state: T3State, clock: Clock) -> list[Evaluation]:
    """What each action leads to, as T3Player finds it, until the clock's time is up."""
    found = [Evaluation(*value) for value in Search(clock).evaluate_actions(state)]
    return sorted(found, key=Evaluation.rank)


def equal_actions(state: T3State) -> list[list[T3Action]]:
    """The legal actions, those together that lead to positions of equal play.

    Actions and groups are in action order.

    >>> [len(group) for group in equal_actions(T3State(True))]
    [4, 4, 4, 4, 4, 4, 1, 1, 1]
    """
    position = Position.of(state)
    groups: dict[Hashable, list[T3Action]] = {}
    for index, child in position.children(members(position.legal())):
        groups.setdefault(child.key(), []).append(position.mover.action(index))
    return list(groups.values())


def best_play(state: T3State, clock: Clock) -> list[T3Action]:
    """The best actions of both sides in turn, to the end, or as far as the time goes.

    >>> list(map(str, best_play(T3State.from_notation("120/000/000 evens"), Clock())))
    ['(0,1) = 2', '(1,1) = 5', '(1,2) = 6']
    """
    played = []
    found = evaluate(state, clock)
    while found.action is not None and found.exact:
        played.append(found.action)
        state = state.get_next_state(found.action)
        found = evaluate(state, clock)
    return played


@dataclass(frozen=True)
class Mistake:
    """An action that lost a game which was not lost."""

    ply: int
    """Its place in the game, from 0."""
    before: Evaluation
    """What the position was worth, and the action that would have kept it."""


def first_losing(
    states: Sequence[T3State], actions: Sequence[T3Action], odd: bool, clock: Clock
) -> Mistake | None:
    """The first action of one side, odds if `odd`, that lost a game.

    `states` are the first one and that after each of `actions`. None if there is no such
    action, or the time does not suffice to tell.
    """
    for ply in range(len(actions)):
        if states[ply].odd_turn != odd:
            continue
        before = evaluate(states[ply], clock)
        after = evaluate(states[ply + 1], clock)
        if not (before.exact and after.exact):
            return None
        if before.utility != LOSS and after.utility == WIN:
            return Mistake(ply, before)
    return None


class ForcedWins:
    """Who can force a win within how many plies, whatever the other side does.

    Other than in the ladder of T3Player, where both sides shorten the game, here the loser
    prolongs it.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.known: dict[Hashable, bool] = {}

    def mover_wins(self, position: Position, plies: int) -> bool:
        """Whether the mover can force a win within `plies`."""
        if position.can_win():
            return plies > 0
        if plies < 3 or not position.has_live_line():
            return False
        # Not the position's key, which takes for equal what ends at different times.
        key = position.mover.odd, position.empty, tuple(position.codes), plies
        if key not in self.known:
            self.clock.spend(1)
            children = [position.after(action) for action in members(position.safe)]
            children.sort(key=lambda child: child.safe.bit_count())
            self.known[key] = any(self.mover_loses(child, plies - 1) for child in children)
        return self.known[key]

    def mover_loses(self, position: Position, plies: int) -> bool:
        """Whether the opponent can force a win within `plies`."""
        if position.can_win() or not position.legal() or plies < 2:
            return False
        # What is not safe loses in two.
        return all(
            self.mover_wins(position.after(action), plies - 1)
            for action in members(position.safe)
        )
