"""Advice in sentences: what to play, what threatens, and why."""

from collections.abc import Callable, Sequence
from itertools import groupby

from t3_engine.position import Position
from t3_play.analysis import Distances, Outlook, Prospect, safe_actions
from t3_play.descriptions import completed, counted, gathered, listed, name_of, sentence
from t3_play.sums import LineSum, line_sums, threat_lines
from t3_player import TIE, WIN
from t3_state import TURNS, Line, T3Action, T3State

MANY = 9
"""The most alike moves that are always named."""


def described(threat: LineSum) -> str:
    """A threat: the line, what it needs, and where, if that is on three cells at most.

    >>> it, = threat_lines(line_sums(T3State.from_notation("640/000/000 odds")), odd=True)
    >>> described(it)
    'row 0 (3 on (2,0))'
    """
    cells = listed([f"({col},{row})" for col, row in threat.holes], "or")
    if len(threat.holes) > 3:
        cells = "any empty cell"
    return f"{name_of(threat.line)} ({threat.needs} on {cells})"


def advice(state: T3State, best: Outlook, search: Distances) -> list[str]:
    """Why to play the first action of the outlook on an unfinished state.

    Says less if time runs out while it looks for the reasons.
    """
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    action = best.actions[0]
    child = state.get_next_state(action)
    if child.is_win():
        return [f"Play {action} to win at once: {completed(child)}."]
    said, own = danger(state), threat_lines(line_sums(child), state.odd_turn)
    plies = search.prospect(state, action).distance
    if best.utility is None:
        said.append(f"{action} looks best, but time ran out before that was proven.")
    elif best.utility == TIE:
        said.append(f"Play {action}: it ties, and nothing does better.")
    elif best.utility == WIN:
        within = f" in at most {counted((plies + 1) // 2, 'move')}" if plies else ""
        said.append(f"Play {action}: {mover} win{within}, whatever {opponent} reply.")
        replies = len(child.get_open_tiles()) * len(child.get_moves())
        if own or len(safe_actions(child)) < replies:  # else there is no reason in sight
            said.append(f"Then {pressure(child)}.")
    elif plies == 2:
        said.append(f"Every move loses: {opponent} win with their next move.")
    else:
        within = f": {opponent} then need {plies // 2} moves" if plies else ""
        threat = f" {action} threatens {listed(map(described, own))}." if own else ""
        lost = "Every move loses against best play."
        said.append(f"{lost} {slowest(state, best)}{within}.{threat}")
    return said


def look_at(state: T3State, action: T3Action) -> Line:
    """The line to look at for an action: one through its cell that it brings closest.

    If it leaves none of them alive, one that it stops.

    >>> look_at(T3State.from_notation("060/411/014 evens"), T3Action(0, 2, 2))
    ((0, 0), (0, 1), (0, 2))
    """

    def rank(now: LineSum) -> tuple[bool, bool, bool, bool, int]:
        then = now.after(action)
        threat = then.is_threat_of(state.odd_turn)
        return not then.won, not threat, then.dead, now.dead, len(then.holes)

    through = [it for it in line_sums(state) if (action.col(), action.row()) in it.line]
    return min(through, key=rank).line


def slowest(state: T3State, lost: Outlook) -> str:
    """Which action of a lost state delays the loss the most, as far as that is proven."""
    action, position = lost.actions[0], Position.of(state)
    if lost.proven:
        if len(lost.actions) == position.distinct(position.legal()).bit_count():
            return "No move is better than another"
        return f"{action} holds out longest"
    return f"{action} holds out longest, as far as the search got in time"


def danger(state: T3State) -> list[str]:
    """What the other side threatens, and what leaves it no win at once.

    Nothing if it threatens nothing, or if the side to move can win at once itself.
    """
    opponent, sums = TURNS[not state.odd_turn], line_sums(state)
    looming, safe = threat_lines(sums, not state.odd_turn), safe_actions(state)
    if not looming or threat_lines(sums, state.odd_turn):
        return []
    if not safe:
        return [sentence(pressure(state))]
    threaten = f"{opponent.title()} threaten {listed(map(described, looming))}"
    return [f"{threaten}. Every move but {gathered(safe)} loses at once."]


def pressure(state: T3State, name: Callable[[LineSum], str] = described) -> str:
    """Why the side to move, which can't win at once, is lost. `name` describes a threat."""
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    looming, safe = threat_lines(line_sums(state), not state.odd_turn), safe_actions(state)
    threaten = f"{opponent} threaten {listed(map(name, looming))}" if looming else ""
    if not safe:
        if not looming:
            return f"whatever {mover} play, {opponent} can complete a line next"
        stops = "it" if len(looming) == 1 else "one of them"
        another = f"every move that stops {stops} lets the winner complete another line"
        return f"{threaten}, and {another}"
    every = len(list(state.get_transitions()))
    at_once = every - len(safe)
    rare = {0: ("none", "but all lose"), every - 1: ("all but one", "and that one loses")}
    count, others = rare.get(at_once, (at_once, "and the others lose"))
    let = "lets" if at_once < 2 else "let"
    text = f"{count} of {mover}' {every} moves {let} {opponent} win with their next"
    return f"{f'{threaten}; ' if looming else ''}{text}, {others} later"


def grouped(choices: Sequence[Prospect]) -> list[str]:
    """What actions lead to, with equal results together, the best first.

    If more than MANY are alike, the most of those are only counted.
    """
    groups = [(words, list(group)) for words, group in groupby(choices, Prospect.in_words)]
    largest = max((alike for _, alike in groups), key=len, default=[])
    sentences = []
    for words, alike in groups:
        count = len(alike)
        actions = gathered(it.action for it in alike)
        if alike[0].utility is None:
            actions = counted(count, "move")
        elif count == len(choices) > MANY:
            actions = f"All {count} moves"
        elif alike is largest and count > MANY:
            actions = f"The {count} moves that are not named here"
        sentences.append(f"{actions}: {words}")
    return sentences
