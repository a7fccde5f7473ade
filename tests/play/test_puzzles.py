"""Puzzles and lessons, judged by the oracle, and what is kept of them."""

import re
from collections.abc import Callable
from dataclasses import astuple
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path

import pytest

import commands
from oracle import Oracle
from positions import seeds
from t3_engine import Clock, Search
from t3_engine.position import Position
from t3_engine.tables import members
from t3_play import puzzles
from t3_play.console.start import main
from t3_play.levels import best_action
from t3_play.puzzles import FIRST_DAY, LESSONS, STRENGTHS, Exercise, of_day
from t3_play.sums import line_sums, threat_lines
from t3_state import T3Action, T3State


@pytest.mark.parametrize("kind", STRENGTHS)
@pytest.mark.parametrize("seed", seeds(1, 6))
def test_solving(seed: int, kind: str) -> None:
    """One move wins; the computer resists longest; each possible try is judged rightly."""
    puzzle = of_day(FIRST_DAY + timedelta(111 * seed + [*STRENGTHS].index(kind)))
    state, oracle = puzzle.state, Oracle(puzzle.state.size)
    holes, odd = len(state.get_open_tiles()), state.odd_turn
    wins = [
        action
        for action, child in oracle.children(odd, state.board).items()
        if oracle.loses_within(not odd, child, holes - 1)
    ]
    assert wins == [astuple(best_action(state))]
    assert oracle.lasts(odd, state.board) == 2 * puzzle.moves - 1
    for left in range(puzzle.moves, 0, -1):
        assert puzzle.left(state) == left
        for tried, child in state.get_transitions():
            right = oracle.is_won(child.board) or oracle.loses_within(
                not odd, child.board, 2 * left - 2
            )
            assert (puzzle.judged(state, tried)[0] == "right") == right
            assert str(tried) in puzzle.why(state, tried)
        state = state.get_next_state(best_action(state))
        if left > 1:
            lasts = {
                action: oracle.lasts(odd, child)
                for action, child in oracle.children(not odd, state.board).items()
            }
            reply = best_action(state)
            assert lasts[astuple(reply)] == max(lasts.values())
            state = state.get_next_state(reply)
    assert state.is_win()
    assert puzzle.left(state) == 0


def test_why_a_full_board_is_no_win() -> None:
    state = T3State.from_notation("324/435/005 odds")
    puzzle = Exercise("", T3State.from_notation("024/005/005 odds"), 3)
    after = state.get_next_state(T3Action(0, 2, 1))
    assert puzzle.why(after, T3Action(1, 2, 2)).startswith("(1,2) = 2 fills")


THE_SAME = {
    date(2026, 1, 1): ("easy", "060/401/001 evens"),
    date(2026, 1, 2): ("medium", "020/001/410 evens"),
    date(2026, 1, 3): ("hard", "0600/0202/5324/0130 odds"),
    date(2026, 11, 30): ("easy", "121/022/030 evens"),
    date(2027, 1, 1): ("hard", "4411/1002/2000/1200 odds"),
}
"""No version of this program may change them."""


def test_the_same_for_everybody() -> None:
    for day, puzzle in THE_SAME.items():
        assert (puzzles.kind_of(day), of_day(day).state.notation()) == puzzle


def one_wins(state: T3State, moves: int) -> bool:
    """Whether exactly one action wins, and takes this many moves of the side to move."""
    within, position = Search(Clock()).forced[state.odd_turn].within, Position.of(state)
    if not within(position, 2 * moves - 1) or within(position, 2 * moves - 3):
        return False
    safe = position.children(members(position.safe))
    return sum(within(child, position.holes() - 1) for _, child in safe) == 1


def alike(state: T3State) -> tuple[object, ...]:
    """The same for states that are alike: the least of their images.

    Rows and columns that trade places with their mirror images take lines to lines, if
    columns do as rows do, or the other way round.
    """
    orders = [
        order
        for order in permutations(range(state.size))
        if all(one + other == state.size - 1 for one, other in zip(order, order[::-1]))
    ]
    return state.odd_turn, min(
        tuple(board[row][col] for row in rows for col in cols)
        for board in (state.board, [*zip(*state.board)])
        for rows in orders
        for cols in (rows, rows[::-1])
    )


@pytest.mark.parametrize(
    ("first", "days"),
    [(270, 120), pytest.param(0, 3 * 365 + 3 * 281, marks=pytest.mark.long)],
)
def test_no_two_days_of_a_year_are_alike(first: int, days: int) -> None:
    """From the book's first day on, until a year into its second round."""
    last = dict[object, int]()
    for number in range(first, first + days):
        day = date(2026, 1, 1) + timedelta(number)
        state = of_day(day).state
        assert one_wins(state, STRENGTHS[puzzles.kind_of(day)])
        assert not any(threat_lines(line_sums(state), odd) for odd in (True, False))
        if day >= date(2026, 11, 29):
            assert number - last.get(alike(state), -366) > 365
        last[alike(state)] = number


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_lessons(lesson: Exercise) -> None:
    """Some moves are right, and end it; others are not."""
    state = lesson.state
    right = [
        action
        for action, _ in state.get_transitions()
        if lesson.judged(state, action)[0] == "right"
    ]
    assert 1 <= len(right) <= 4
    assert best_action(state) in right
    assert {lesson.left(state.get_next_state(action)) for action in right} == {0}
    plies = Oracle(state.size).lasts(state.odd_turn, state.board)
    assert plies == 2 * lesson.moves - 1


# The dialogue


def solution(day: date) -> list[str]:
    """What a person types to solve a day's puzzle."""
    puzzle, lines = of_day(day), []
    state = puzzle.state
    for left in range(puzzle.moves, 0, -1):
        action = best_action(state)
        lines.append("{} {} {}".format(*astuple(action)))
        state = state.get_next_state(action)
        if left > 1:
            state = state.get_next_state(best_action(state))
    return lines


Said = Callable[..., str]
DAY = date(2026, 3, 28)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Said:
    """What the game says to lines typed on a day, which is DAY or some days later."""

    def said(later: int, *lines: str) -> str:
        today = DAY + timedelta(later)
        monkeypatch.setattr("t3_play.console.session.Session.today", lambda _: today)
        typed = "\n".join([*lines, ""])
        return commands.call(main, typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout

    return said


def test_puzzles_of_a_strength(monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    """Those of past days, and those that are open first. After the answer none counts."""
    monkeypatch.setattr("random.choice", lambda days: days[-1])
    first, second, third = (solution(date(2026, 1, day)) for day in (7, 4, 1))
    hints = ["hint"] * 3
    out = said(-78, "p easy", *first, "", *hints, *second, "", *third, "", "stats")
    assert re.findall(r"Puzzle (\d)\. Solved", out) == ["7", "4", "1"]
    assert "so it doesn't count" in out
    assert out.count("You can share this") == 3
    assert out.count("Puzzle 7. Evens to move") > 1
    assert "Puzzles solved: 2." in out


def test_the_puzzle_of_the_day(said: Said) -> None:
    """It says number, aim, tries and hints. Even after two hints, it counts, and once."""
    puzzle = of_day(DAY)
    out = said(0, "p", "0 0 1", "hint", "hint", *solution(DAY))
    assert f"Puzzle 87. {puzzle.aim(puzzle.state)}" in out
    assert "puzzle 87, 28 March 2026\n🟥🟩 1 lost, then right, 2 hints\nPress" in out
    out = said(0, "p", *solution(DAY), "puzzle", *solution(DAY), "stats", "home")
    assert out.count("Solved. You can share this:\n") == 4
    assert "Puzzles solved: 1." in out
    assert "p  today's puzzle: solved\n" in out
    assert said(1, f"puzzle {DAY}", "share").count("puzzle 87, 28 March") == 2


def test_the_streak_and_the_clock(said: Said) -> None:
    """It grows daily, and ends after a day without.

    Days after today count for nothing, nor does an old puzzle, though it is solved.
    """
    out = said(0, "puzzle 2026-03-27", *solution(DAY - timedelta(1)), "stats")
    assert "puzzle 86, 27 March 2026\n🟩 right at the first try\nPress" in out
    assert "Puzzles solved: 1." in out
    for day in range(4):
        out = said(day, "p", *solution(DAY + timedelta(day)))
        assert ("in a row" in out) == (day > 0)
    assert "4 days in a row\n" in out
    assert "in a row" not in said(3, f"puzzle {DAY + timedelta(1)}")
    assert "solved, streak 3" in said(2)  # a flight west
    assert "Puzzles solved: 5." in said(2, "p", *solution(DAY + timedelta(2)), "stats")
    out = said(4, f"puzzle {DAY + timedelta(3)}")
    assert "your moves, streak 4" in out
    assert "4 days in a row\n" in out
    assert "streak" not in said(5)
    assert "in a row" not in said(5, "p", *solution(DAY + timedelta(5)))


def test_before_the_first_day(said: Said) -> None:
    """A clock that is wrong: no puzzle has a number below 1."""
    out = said(-88, "puzzle", "puzzle easy")
    assert "begin on 2026-01-01, but this computer's clock says 2025-12-30" in out
    assert "today's puzzle" not in out
