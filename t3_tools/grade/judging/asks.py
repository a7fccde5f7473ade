"""The code that asks a submission, in its process.

The text of this file is sent there: it may import nothing that a submission could replace.
Each public function is given a position as the submission's own T3State, and returns an
action, or a list of facts in words.
"""

import gc
from itertools import chain
from typing import Any

Json = Any
"""What JSON can hold."""


def choose(state: Any) -> Json:
    """What is chosen."""
    return in_json(chosen(state))


def over(state: Any) -> Json:
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


def transitions(state: Any) -> Json:
    """Whether the state is left as it was, whether turns switch, and all transitions."""
    # They may have no end, or be one and the same state, changed. A case has at most 66.
    known = [it for _, it in zip(range(1000), state.get_transitions())]
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


def lazy(state: Any) -> Json:
    """How many states are made before the first transition is taken."""

    def count() -> int:
        return sum(isinstance(it, type(state)) for it in gc.get_objects())

    before = count()
    found = iter(state.get_transitions())
    next(found)  # points for a generator that raises would be for nothing
    made = count() - before
    if made > 3:  # one, and copies
        return [f"get_transitions() makes {made} states before the first one is taken"]
    return ["a generator makes each only when asked for it"]


def unchanged(state: Any) -> Json:
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


def again(state: Any) -> Json:
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


def pruned(state: Any) -> Json:
    """What is chosen, and how many different positions are met to find it."""
    met = set()
    kind = type(state)
    original = kind.get_transitions

    def counted(self: Any) -> Any:
        for action, child in original(self):
            met.add(bytes([child._odd_turn, *chain(*child._state)]))
            yield action, child

    kind.get_transitions = counted
    action = in_json(chosen(state))
    kind.get_transitions = original
    return [action, len(met)]


def chosen(state: Any) -> Any:
    """The result of the submission's function choose, or of T3Player().choose."""
    import t3_player

    if hasattr(t3_player, "choose"):
        return t3_player.choose(state)
    if not hasattr(getattr(t3_player, "T3Player", None), "choose"):
        raise ImportError("t3_player.py has neither choose(state) nor T3Player().choose")
    return t3_player.T3Player().choose(state)


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
