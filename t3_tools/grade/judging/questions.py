"""What is asked of a submission: the code that asks, the judge, and what they exchange.

Each function `ask_...` is given a position as the submission's own T3State, and returns
what JSON can hold. It runs in the submission's process: its source is sent there, with that
of HELPERS, so it may use only these, builtins, and what it imports itself.

An answer is an action, or a list of facts in words, which must be what the same code finds
of our own state and player. A submission can forge its answer: it may be any JSON.
"""

import inspect
import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from typing import Any

from t3_engine import Clock, Search, Value
from t3_state import T3Action, T3State
from t3_tools.grade import limits
from t3_tools.grade.judging.verdicts import Kind, Sign, Verdict
from t3_tools.values import before, in_words

Json = Any
"""What JSON can hold."""

Ask = Callable[[Any], Json]
"""Code that asks, as described above."""

EXACT = Verdict(Kind.EXACT)

MOST_MET = 0.95
"""Of the distinct positions that plain minimax meets, what a search may meet in a pruning
case. On the boards of positions.txt, alpha-beta that cuts where alpha reaches beta, or only
where it exceeds beta, meets at most 0.86, whatever its order and its window at the root."""


@cache
def source(ask: Ask) -> str:
    """The source of the code that asks, and of HELPERS."""
    functions = "\n".join(map(inspect.getsource, [*HELPERS, ask]))
    # Keeps types from being looked up there, and chance the same in each run.
    return f"from __future__ import annotations\nimport random\nrandom.seed(0)\n{functions}"


def chosen(state: Any) -> Any:
    """The result of the submission's function choose, or of T3Player().choose."""
    import t3_player

    if hasattr(t3_player, "choose"):
        return t3_player.choose(state)
    if not hasattr(getattr(t3_player, "T3Player", None), "choose"):
        raise ImportError("t3_player.py has neither choose(state) nor T3Player().choose")
    return t3_player.T3Player().choose(state)


def transitions(state: Any) -> Iterator[Any]:
    """The transitions of a state, but not without end. A case has at most 66."""
    for _, transition in zip(range(1000), state.get_transitions()):
        yield transition


def notation(state: Any) -> str:
    """A state of the submission, in one line."""
    board = "/".join("".join(map(str, row)) for row in state._state)
    return f"{board} {'odds' if state._odd_turn else 'evens'}"


def in_json(action: Any) -> Json:
    """An action of the submission: its three ints, or its type and words."""
    if action is None:
        return None
    kind = type(action).__name__
    try:
        numbers = [action.col(), action.row(), action.move()]
    except Exception:  # a submission's methods may raise anything
        return {"type": kind, "shown": repr(action)[:300]}
    if any(type(number) is not int for number in numbers):
        return {"type": kind, "shown": f"{action!r}, with {tuple(numbers)}"[:300]}
    if any(abs(number) >= 10**9 for number in numbers):  # Python may not write them out
        return {"type": kind, "shown": f"a {kind} with a number of over 9 digits"}
    return numbers


HELPERS = [chosen, transitions, notation, in_json]


@cache
def evaluate(state: T3State) -> Value:
    """The exact value of a state of ours, and the right action."""
    return Search(Clock()).evaluate(state)


@cache
def count_positions(state: T3State) -> int:
    """The distinct positions below a state that plain minimax meets.

    >>> count_positions(T3State.from_notation("532/215/500 evens"))
    21
    """
    met, ply = set[T3State](), {state}
    while ply:
        unfinished = (it for it in ply if not it.is_over())
        ply = {child for it in unfinished for _, child in it.get_transitions()}
        met |= ply
    return len(met)


def ask_choose(state: Any) -> Json:
    """What is chosen."""
    return in_json(chosen(state))


def judge_choose(state: T3State, answer: Json) -> Verdict:
    """An action is [column, row, number]; what is not one has a type, and words."""
    right = evaluate(state)
    if answer is None:
        if right.action is None:
            return EXACT
        return Verdict(Kind.ILLEGAL, Sign.NOTHING, sign=Sign.NOTHING)
    if isinstance(answer, dict):
        needed = "a T3Action with three ints of at most 9 digits"
        reason = f"returns {answer['shown']}, which is not {needed}"
        sign = Sign.NO_ACTION if answer["type"] in ("tuple", "list") else None
        return Verdict(Kind.ILLEGAL, reason, sign=sign)
    col, row, move = answer
    if any(type(it) is not int or abs(it) >= 10**9 for it in answer):
        raise TypeError("not three ints of this size")
    action = T3Action(col, row, move)
    if right.action is None:
        return Verdict(Kind.ILLEGAL, f"plays {action}, but the game is over")
    why = state.why_illegal(action)
    if why is not None:
        return Verdict(Kind.ILLEGAL, f"plays {action}: {why}", action)
    if action == right.action:
        return Verdict(Kind.EXACT, action=action)
    return Verdict(*_compare(state, action, right), action)


def _compare(state: T3State, action: T3Action, right: Value) -> tuple[Kind, str]:
    """How a legal action falls short of the right one, and the reason in words."""
    reply = evaluate(state.get_next_state(action))
    found = before(reply, action)
    played = f"plays {action}, which {in_words(found)}"
    if found.utility < right.utility:
        after = f" after the reply {reply.action}" if reply.action else ""
        return Kind.BLUNDER, f"{played}{after}; {right.action} {in_words(right)}"
    if found.depth > right.depth:
        return Kind.DEPTH, f"{played}; {right.action} {in_words(right)}, which is sooner"
    return Kind.ACTION, f"{played}; {right.action} does too, and comes first"


def ask_over(state: Any) -> Json:
    """What is_win and is_tie say of the board, turned, and with one number less."""
    rows = [list(row) for row in state._state]
    turned = [list(row) for row in zip(*rows[::-1])]  # its rows are columns
    fewer = [list(row) for row in rows]
    col, row = next((x, y) for y, row in enumerate(rows) for x, it in enumerate(row) if it)
    fewer[row][col] = 0
    states = [type(state)(state._odd_turn, board) for board in (rows, turned, fewer)]
    return [
        f"{notation(it)}: is_win() is {bool(it.is_win())}, is_tie() is {bool(it.is_tie())}"
        for it in states
    ]


def ask_transitions(state: Any) -> Json:
    """Whether the state is left as it was, whether turns switch, and all transitions."""
    known = list(transitions(state))  # they may be one and the same state, changed
    facts = [
        f"({action.col()},{action.row()}) = {action.move()} leads to {notation(child)}"
        for action, child in known
    ]
    switches = all(child._odd_turn != state._odd_turn for _, child in known)
    # The order shows in what is chosen, so it costs nothing here.
    return [
        f"after get_transitions() the state is {notation(state)}",
        f"get_transitions() {'switches turns' if switches else 'does not switch turns'}",
        *sorted(facts),
    ]


def ask_lazy(state: Any) -> Json:
    """How many states are made before the first transition is taken."""
    import gc

    def count() -> int:
        return sum(isinstance(it, type(state)) for it in gc.get_objects())

    before = count()
    found = iter(state.get_transitions())
    next(found)  # points for a generator that raises would be for nothing
    made = count() - before
    if made > 3:  # one, and copies
        return [f"get_transitions() makes {made} states before the first one is taken"]
    return ["a generator makes each only when asked for it"]


def ask_unchanged(state: Any) -> Json:
    """Whether choosing leaves the state as it was, and chooses the same again."""
    board = [[*row] for row in state._state]
    copies = [type(state)(state._odd_turn, [*map(list, board)]) for _ in range(5)]
    actions = [it for it in map(in_json, map(chosen, copies)) if isinstance(it, list)]
    chosen(state)
    known = sorted({"({},{}) = {}".format(*it) for it in actions})
    same = f"differently: {', '.join(known)}" if known[1:] else "the same"
    return [
        f"after choose() the state is {notation(state)}",
        f"when asked again, choose() answers {same}",
    ]


def ask_again(state: Any) -> Json:
    """What is chosen after choices in two other positions."""
    kind, other = type(state), not state._odd_turn
    board = [list(row) for row in state._state]
    if sum(row.count(0) for row in board) > 5:  # others would take too long
        return in_json(chosen(state))
    chosen(kind(other, [*map(list, board)]))
    cells = ((row, col) for row, line in enumerate(board) for col, _ in enumerate(line))
    row, col = next((y, x) for y, x in cells if board[y][x] and board[y][x] % 2 == other)
    board[row][col] = 0
    chosen(kind(other, board))  # the other side's last decision
    return in_json(chosen(state))


def ask_pruned(state: Any) -> Json:
    """What is chosen, and how many different positions are met to find it."""
    from itertools import chain

    met = set()
    kind = type(state)
    original = kind.get_transitions

    def counted(self: Any) -> Iterator[Any]:
        for action, child in original(self):
            met.add(bytes([child._odd_turn, *chain(*child._state)]))
            yield action, child

    kind.get_transitions = counted
    action = in_json(chosen(state))
    kind.get_transitions = original
    return [action, len(met)]


def judge_pruned(state: T3State, answer: Json) -> Verdict:
    """The answer is an action and the number of distinct positions met to find it."""
    action, met = answer
    verdict = judge_choose(state, action)
    plain = count_positions(state)
    if verdict.failed or met <= MOST_MET * plain:
        return verdict
    many = f"plays the right action, but looks at {met:,} different positions"
    most = (
        f"the limit is {MOST_MET:.0%} of the {plain:,} that minimax without pruning meets"
    )
    return Verdict(Kind.WRONG, f"{many}; {most}")


JUDGES: dict[Ask, Callable[[T3State, Json], Verdict]] = {
    ask_choose: judge_choose,
    ask_again: judge_choose,
    ask_pruned: judge_pruned,
}
"""The judges of answers that are not facts."""

SIGNS: dict[tuple[Ask, int], Sign] = {
    (ask_transitions, 1): Sign.KEEPS_TURN,
    (ask_unchanged, 0): Sign.CHANGES,
    (ask_unchanged, 1): Sign.VARIES,
}
"""What a fact shows if it is wrong, by its place in the answer."""


def judge(ask: Ask, state: T3State, answer: Json) -> Verdict:
    """The verdict on an answer about a position. It may raise any error."""
    if ask in JUDGES:
        return JUDGES[ask](state, answer)
    if not all(isinstance(fact, str) for fact in answer):
        raise TypeError("not in words")
    facts = zip_longest(answer, ask(state), fillvalue="no more transitions")
    for place, (fact, right) in enumerate(facts):
        if fact != right:
            sign = SIGNS.get((ask, place))
            return Verdict(Kind.WRONG, f"{fact}. Right: {right}", sign=sign)
    return EXACT


def answer_in(line: str) -> Json | Verdict:
    """The answer in a line that a submission's process sent, or the verdict on it."""
    try:
        if line.count("[") + line.count("{") > limits.BRACKETS:
            raise ValueError("nested too deeply")
        reply = json.loads(line)
        if "answer" in reply:
            return reply["answer"]
        return Verdict(Kind.CRASH, str(reply["error"]))
    except (ValueError, TypeError, LookupError):
        return Verdict(Kind.WRONG, f"sends {line[:300]!r}, which is not an answer")


def late(kind: Kind, limit: str, imported: bool) -> Verdict:
    """The verdict, TIMEOUT or STALLED, on a submission that did not answer in time."""
    during = "" if imported else " when its files are imported: they run code of their own"
    sign = None if imported else Sign.IMPORTS
    return Verdict(kind, f"no answer in {limit}{during}", sign=sign)
