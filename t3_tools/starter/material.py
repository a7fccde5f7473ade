"""What a handout shows of its game: positions for its texts, its tests and its exam."""

from dataclasses import astuple
from itertools import cycle, islice
from typing import Any, NamedTuple

from t3_player import LOSS, WIN, T3Player, can_win
from t3_state import TURNS, T3Action, T3State
from t3_tools.grade.judging import cases
from t3_tools.grade.judging.causes import Slip, imitate
from t3_tools.grade.judging.marks import FULL_MARK, categories
from t3_tools.grade.judging.questions import CHOOSE, PRUNED
from t3_tools.handout import winning_line
from t3_tools.starter.drawing import (
    TRIES,
    Kind,
    Wanted,
    found,
    is_open,
    kinds_in,
    puzzle_of,
)


class Material(NamedTuple):
    """The positions for the handout of a game."""

    game: type[T3State]
    winnable: T3State
    """Odds to move, who can win."""
    exercise: T3State
    """Two empty cells; several actions win at once."""
    trap: T3State | None
    """Where the textbook's search throws a win away, if there is one."""
    tested: dict[str, T3State]
    """For t3_tests.py, by category."""
    exam: str
    """What `grade --exam` reads; empty for the usual game."""


USUAL = Material(
    T3State,
    T3State.from_notation("040/100/023 odds"),
    T3State.from_notation("532/205/520 evens"),
    T3State.from_notation("261/001/000 evens"),
    {},
    "",
)


def is_winnable(state: T3State) -> bool:
    """Whether the side to move wins, but not at once."""
    return is_open(state) and not can_win(state) and puzzle_of(state).best.utility == WIN


def is_exercise(state: T3State) -> bool:
    """Whether actions on both cells win at once, but not the first of all."""
    if not is_open(state):
        return False
    cells = {(it.col(), it.row()) for it in wins_at_once(state)}
    return len(cells) == 2 and puzzle_of(state).values[0].depth > 1


def wins_at_once(state: T3State) -> list[T3Action]:
    """The actions that win, in action order."""
    return [action for action, child in state.get_transitions() if child.is_win()]


def is_trap(state: T3State) -> bool:
    """Whether the textbook throws a win away, for the reason that the handout explains."""
    if not is_winnable(state) or puzzle_of(state).best.depth > 3:
        return False
    puzzle, played = puzzle_of(state), imitate(state, Slip(prunes=True))
    (value,) = (it for it in puzzle.values if it.action == played)
    _, seen = next(state.get_next_state(played).get_transitions())
    loses = (value.utility, value.depth) == (LOSS, 2) and value not in puzzle.earlier()
    return loses and can_win(seen)


SHOWN = {
    "winnable": Kind(3, [5], is_winnable),
    "exercise": Kind(3, [2], is_exercise),
    "trap": Kind(3, [4, 5], is_trap),
}
"""What the texts show."""

EACH = 2
"""The positions of an exam, for each category and side to move. Another one, with odds to
move, is for t3_tests.py."""

LEAST = 2
"""Categories with more points than these test a search."""


def material(game: type[T3State], tries: dict[int, int] = TRIES) -> Material:
    """What to show of a game. Raises ValueError if too little is found."""
    if game == T3State:
        return USUAL
    wanted = [
        Wanted(name, odd_turn, kind)
        for name, kind in SHOWN.items()
        for odd_turn in ([True] if name == "winnable" else [True, False])
    ]
    for name, kinds in kinds_in(game).items():
        each = 1 if cases.CATEGORIES[name].most else EACH
        for odd_turn, ordered in ((True, kinds), (False, [*kinds[2:], *kinds[:2]])):
            for number in range(each + odd_turn):
                wanted.append(Wanted(name, odd_turn, ordered[number % len(ordered)]))
    states: dict[str, list[T3State]] = {}
    for it, state in found(game, wanted, tries):
        states.setdefault(it.category, []).append(state)
    shown = {name: states.pop(name, []) for name in SHOWN}
    if not (shown["winnable"] and shown["exercise"]):
        raise ValueError("this game has too few positions to ask about: choose another")
    tested = {}
    for name, drawn in states.items():
        of_odds = [state for state in drawn if state.odd_turn]
        if len(of_odds) > (1 if cases.CATEGORIES[name].most else EACH):
            tested[name] = of_odds[-1]
            drawn.remove(of_odds[-1])
    states["trap"] = shown["trap"][:1]
    trap = states["trap"][0] if states["trap"] else None
    exam = exam_of(game, states)
    return Material(game, shown["winnable"][0], shown["exercise"][0], trap, tested, exam)


def exam_of(game: type[T3State], states: dict[str, list[T3State]]) -> str:
    """The exam about these positions, by category: what `grade --exam` reads.

    The points of categories without positions go to others about choose, one by one.
    """
    usual = {name: it.points for name, it in cases.CATEGORIES.items()}
    points = {name: it for name, it in usual.items() if states.get(name) or name == "mypy"}
    large = [it for it in points if it in categories("choose") and points[it] > LEAST]
    for name in islice(cycle(large), int(FULL_MARK - sum(points.values()))):
        points[name] += 1
    lines = [
        f"# Tic-Tac-Total to {game.WIN_TARGET}, with numbers to {game.MAX_MOVE}",
        f"game {game.WIN_TARGET} {game.MAX_MOVE}",
    ]
    for name, worth in points.items():
        words = [f"{name} {worth:g}"]
        for state in sorted(states.get(name, []), key=lambda it: not it.odd_turn):
            board, turn = state.notation().split()
            words += [board] if turn in words else [turn, board]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def texts(shown: Material) -> dict[str, Any]:
    """What the templates of the handout fill in."""
    game, target, largest = shown.game, shown.game.WIN_TARGET, shown.game.MAX_MOVE
    return {
        "usual": game == T3State,
        "target": target,
        "largest": largest,
        "odds": game(True).get_moves(),
        "evens": game(False).get_moves(),
        "line": winning_line(game),
        "tied": "/".join(["111" if target != 3 else "222"] * 3),
        "transitions": game.from_notation("121/201/021 evens").get_transitions(),
        "tested": [
            (cases.CATEGORIES[name].tests, state.notation(), _best(state))
            for name, state in shown.tested.items()
            if cases.CATEGORIES[name].question in (CHOOSE, PRUNED) and name != "terminal"
        ],
        "winnable": shown.winnable.notation(),
        "exercise": _exercise(shown.exercise),
        "trap": shown.trap and _trap(shown.trap),
        "options": f" --target {target} --max-move {largest}" if shown.exam else "",
    }


def _exercise(state: T3State) -> dict[str, str]:
    return {
        "position": state.notation(),
        "mover": TURNS[state.odd_turn],
        "opponent": TURNS[not state.odd_turn],
        "last": str(wins_at_once(state)[-1]),
    }


def _trap(state: T3State) -> dict[str, Any]:
    played = imitate(state, Slip(prunes=True))
    after = state.get_next_state(played)
    return {
        "position": state.notation(),
        "board": str(state),
        "right": str(T3Player().choose(state)),
        "played": str(played),
        "reply": str(next(after.get_transitions())[0]),
        "refutation": str(T3Player().choose(after)),
        "opponent": TURNS[not state.odd_turn],
        "action": _best(state),
    }


def _best(state: T3State) -> tuple[int, ...]:
    action = T3Player().choose(state)
    assert action
    return astuple(action)
