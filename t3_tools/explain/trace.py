"""A trace of the naive search: what it visited and what it cut.

Utilities are for the side that begins the search: 1 if it wins, 0 for a tie, -1 if it
loses. The utilities of a trace are those of a sound alpha-beta search. But the naive
search also compares depths where the utility is only a bound, and that misleads it.
"""

from dataclasses import dataclass
from functools import cached_property

from t3_player import LOSS, WIN
from t3_state import T3Action, T3State
from t3_tools.naive import NaivePlayer, NaiveResult
from t3_tools.refused import RefusedError

MOST_POSITIONS = 100_000
"""The most positions that a traced search visits."""


@dataclass(eq=False)
class Visit:
    """One call of the search."""

    state: T3State
    alpha: float
    """The value that the searching side already had by another action."""
    beta: float
    """The most that the opponent allowed, by another reply."""
    maximise: bool
    """Whether the searching side is to move."""
    result: NaiveResult
    children: list["Visit"]
    """The calls for the next positions, in order, without those cut."""
    action: T3Action | None = None
    """The action that led here; None at the root."""

    @cached_property
    def skipped(self) -> list[T3Action]:
        """The actions that a cut left out."""
        actions = [action for action, _ in self.state.get_transitions()]
        return actions[len(self.children) :] if self.children else []

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """A lower and an upper bound of the utility, from what was searched."""
        if not self.children:
            return self.result.utility, self.result.utility
        limits = [child.bounds for child in self.children]
        if self.skipped:
            limits.append((LOSS, WIN))
        lower, upper = zip(*limits)
        choose = max if self.maximise else min
        return choose(lower), choose(upper)

    @property
    def says_nothing(self) -> bool:
        """Whether what was searched rules out no utility, neither a win nor a loss."""
        return self.bounds == (LOSS, WIN)

    @property
    def limit(self) -> str:
        """What to write before the utility: "at most ", "at least ", or "" if exact."""
        lower, upper = self.bounds
        if lower == upper:
            return ""
        return "at most " if self.result.utility == upper else "at least "


class Tracer(NaivePlayer):
    """Traces the naive search; raises TimeoutError past MOST_POSITIONS."""

    def __init__(self) -> None:
        super().__init__(MOST_POSITIONS)
        self.visits: list[Visit] = []
        """The visits of one position's children so far. After the search, only the root."""

    def search(
        self, state: T3State, alpha: float, beta: float, maximise: bool, depth: int
    ) -> NaiveResult:
        """The naive result. Appends a visit to `visits`."""
        siblings, self.visits = self.visits, []
        result = super().search(state, alpha, beta, maximise, depth)
        for child, (action, _) in zip(self.visits, state.get_transitions()):
            child.action = action
        siblings.append(Visit(state, alpha, beta, maximise, result, self.visits))
        self.visits = siblings
        return result


def trace(state: T3State) -> Visit:
    """Trace the search of a state; raises RefusedError past MOST_POSITIONS."""
    tracer = Tracer()
    try:
        tracer.choose(state)
    except (TimeoutError, RecursionError):  # or the recursion limit came first
        raise RefusedError(
            f"{state.notation()}: a tree of more than {MOST_POSITIONS:,} positions; try a "
            "board with at most 7 empty cells"
        ) from None
    return tracer.visits[0]
