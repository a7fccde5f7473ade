"""What typical players get: `python -m benchmarks.exam` prints their marks.

They stand in the order that a fair teacher would give them. Where two stand closer than
GAP points, a reason says why. The players are asked in this process, not in a sandbox.
"""

import inspect
import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import t3_state
from t3_engine import Value
from t3_player import T3Player
from t3_state import T3Action, T3State
from t3_tools.grade.judging.cases import Case, exam_cases
from t3_tools.grade.judging.causes import (
    LONGEST,
    LONGEST_LOSS,
    NO_DEPTH,
    WORST,
    Slip,
    imitate,
)
from t3_tools.grade.judging.marks import Marked, weighed
from t3_tools.grade.judging.questions import AGAIN, EXACT, PRUNED, UNCHANGED, source
from t3_tools.grade.judging.verdicts import Kind, Result, Verdict
from t3_tools.naive import NaivePlayer
from t3_tools.values import before

WRONG = Verdict(Kind.WRONG)

GAP = 10
"""Points. Players further apart need no reason."""

Choice = T3Action | None
Choose = Callable[[T3State], Choice]


def own_state(name: str, method: Callable[[Any], Any]) -> Any:
    """A player's own T3State, with this method in place of ours."""
    names: dict[str, Any] = {"__name__": "own"}
    exec(inspect.getsource(t3_state), names)
    setattr(names["T3State"], name, method)
    return names["T3State"]


def wins_straight(state: Any) -> bool:
    """Whether a row or a column has won."""
    lines = [*state.winning_lines()]
    return any(len({it[at] for it in line}) == 1 for line in lines for at in (0, 1))


def by_row(state: Any) -> Iterator[Any]:
    """Every legal action with the state that it leads to, by row, column and number."""
    found = T3State.get_transitions(state)
    yield from sorted(found, key=lambda it: (it[0].row(), it[0].col(), it[0].move()))


def all_at_once(state: Any) -> Iterator[Any]:
    """Every legal action with the state that it leads to; makes all for the first."""
    actions = [action for action, _ in T3State.get_transitions(state)]
    yield from [(action, state.get_next_state(action)) for action in actions]


def one_state(state: Any) -> Iterator[Any]:
    """Every legal action, with one state that changes."""
    shared = type(state)(not state.odd_turn, state.board)
    for action, child in T3State.get_transitions(state):
        object.__setattr__(shared, "_state", child.board)
        yield action, shared


class Player(NamedTuple):
    """A typical player."""

    name: str
    choose: Choose | None = None
    """None if it is not written."""
    state: Any = T3State
    """Its T3State; None if get_transitions is not written."""
    lacks: str = ""
    """`types` or `pruning`, if it lacks that."""
    again: Callable[[], Choose] | None = None
    """Makes what is asked several times in one process, if it remembers wrongly."""
    close: str = ""
    """Why it stands closer than GAP to the player before it, if it does."""


def first(state: T3State) -> Choice:
    """The first action."""
    return next((action for action, _ in state.get_transitions()), None)


def random_action(state: T3State) -> Choice:
    """Any action."""
    actions = [action for action, _ in state.get_transitions()]
    return random.Random(state.notation()).choice(actions) if actions else None


def wins_now(state: T3State) -> Choice:
    """An action that wins at once, else the first one."""
    wins = (action for action, child in state.get_transitions() if child.is_win())
    return None if state.is_over() else next(wins, None) or first(state)


def slip(**how: Any) -> Choose:
    """A search with a slip. It prunes naively, unless `how` says otherwise."""
    how = {"prunes": True, **how}
    return lambda it: None if it.is_over() else imitate(it, Slip(**how))


def naive(state: T3State) -> Choice:
    """What the naive search chooses, by the rules of the player's own T3State."""
    return None if state.is_over() else NaivePlayer().choose(state)


def remembering(of_side: bool) -> Choose:
    """An alpha-beta search that remembers what it returned for a position.

    A cut may have made that a bound. It may even be that of the other side.
    """
    known: dict[object, Value] = {}

    def search(state: T3State, alpha: float, beta: float) -> Value:
        key = state.board, state.odd_turn and of_side
        if key in known:
            return known[key]
        if state.is_over():
            return Value(-1 if state.is_win() else 0, 0, None)
        best: Value | None = None
        for action, child in state.get_transitions():
            found = before(search(child, -beta, -alpha), action)
            if best is None or (found.utility, -found.depth) > (best.utility, -best.depth):
                best = found
            alpha = max(alpha, found.utility)
            if alpha >= beta:
                break
        assert best
        known[key] = best
        return best

    return lambda state: search(state, -math.inf, math.inf).action


exact = T3Player().choose
NO_SEARCH = "it does not search, either"
ALIKE = "neither is the graver mistake"

PLAYERS = [
    Player("nothing is written", state=None, lacks="types"),
    Player("T3State alone"),
    Player("searches for its worst action", slip(mine=WORST, theirs=WORST), close="as bad"),
    Player("takes the first action", first, close=NO_SEARCH),
    Player("takes any action", random_action, close=NO_SEARCH),
    Player("wins at once or takes the first action", wins_now, close=NO_SEARCH),
    Player("looks 2 plies ahead", slip(plies=2)),
    Player(
        "is_win without diagonals",
        naive,
        own_state("is_win", wins_straight),
        close=ALIKE,
    ),
    Player("get_transitions is not written", slip(), None, close=ALIKE),
    Player("looks 3 plies ahead", slip(plies=3), close=ALIKE),
    Player("neither depth nor order", slip(mine=NO_DEPTH, last=True), close=ALIKE),
    Player("the last of equal actions", slip(last=True), close="one rung less"),
    Player(
        "get_transitions yields one shared state",
        slip(),
        own_state("get_transitions", one_state),
        close=ALIKE,
    ),
    Player(
        "get_transitions by row before column",
        slip(by_row=True),
        own_state("get_transitions", by_row),
        close=ALIKE,
    ),
    Player("looks 4 plies ahead", slip(plies=4), close=ALIKE),
    Player("the longest game", slip(mine=LONGEST), close=ALIKE),
    Player("no depth", slip(mine=NO_DEPTH), close=ALIKE),
    Player("minimax without pruning", exact, lacks="pruning", close=ALIKE),
    Player("it remembers all states in its place", exact, lacks="pruning", close=ALIKE),
    Player("the longest game where it loses", slip(mine=LONGEST_LOSS), close=ALIKE),
    Player(
        "get_transitions makes a list",
        slip(),
        own_state("get_transitions", all_at_once),
        close="one part of three",
    ),
    Player("depth for one side only", slip(theirs=NO_DEPTH), close="one rung, half of it"),
    Player("without types", slip(), lacks="types", close="the least part"),
    Player("looks 5 plies ahead", slip(plies=5), close="it matters seldom"),
    Player(
        "it remembers bounds",
        slip(),
        again=partial(remembering, True),
        close="it matters from the second action on",
    ),
    Player(
        "it remembers positions without their side",
        slip(),
        again=partial(remembering, False),
        close="it matters from the second action on",
    ),
    Player("the naive search", slip(), close="all that is asked"),
    Player("an exact search", exact, close="more than is asked"),
]
"""Typical players, from nothing to all."""


def verdict(player: Player, case: Case) -> Result:
    """The result of a player in a case."""
    if case.question is None:
        return case.judge(WRONG if player.lacks == "types" else EXACT)
    kind = player.state if case.question.of_state else player.state or T3State
    if kind is None or not (case.question.of_state or player.choose):
        return case.judge(Verdict(Kind.NOT_TRIED))
    state = kind(case.state.odd_turn, case.state.board)
    if case.question.of_state:
        return case.judge(case.question.ask(state))
    assert player.choose
    if case.question == PRUNED and player.lacks == "pruning":
        return case.judge(Verdict(Kind.TIMEOUT))
    if case.question == AGAIN:
        names: dict[str, Any] = {}
        exec(source(AGAIN.ask), names)
        names["chosen"] = player.again() if player.again else player.choose
        return case.judge(names[AGAIN.ask.__name__](state))
    action = player.choose(state)
    if case.question == UNCHANGED:
        return case.judge(EXACT)
    answer = action and [action.col(), action.row(), action.move()]
    return case.judge([answer, 0] if case.question == PRUNED else answer)


def marks(seed: int) -> list[float]:
    """The marks of PLAYERS in an exam."""
    asked, points = exam_cases(seed, 4), weighed()
    return [
        Marked.of(it.name, [verdict(it, case) for case in asked], points).mark
        for it in PLAYERS
    ]


if __name__ == "__main__":
    lower = -math.inf
    for player, mark in zip(PLAYERS, marks(seed=1)):
        why = f"  ({player.close})" if mark - lower < GAP else ""
        print(f"{mark:5.1f}  {player.name}{why}")
        lower = mark
