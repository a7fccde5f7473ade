"""Puzzles and lessons, judged by the oracle, and what is kept of them."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import astuple
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import commands
from oracle import Oracle
from positions import random_position, seeds
from t3_engine import Clock, Search
from t3_engine.position import Position
from t3_engine.tables import members
from t3_play import puzzles
from t3_play.console.start import main
from t3_play.levels import best_action
from t3_play.puzzles import FIRST_DAY, LESSONS, STRENGTHS, Exercise, of_day
from t3_play.sums import line_sums, threat_lines
from t3_state import Line, T3Action, T3State


@pytest.mark.parametrize("kind", STRENGTHS)
@pytest.mark.parametrize("seed", seeds(1, 6))
def test_solving(seed: int, kind: str) -> None:
    """One move wins; the computer resists longest; each possible try is judged rightly."""
    puzzle = of_day(FIRST_DAY + timedelta(111 * seed + [*STRENGTHS].index(kind)))
    state, oracle = puzzle.state, Oracle(puzzle.state.size)
    holes, odd = len(state.get_open_tiles()), state.odd_turn
    for side in (True, False):
        assert not any(map(oracle.is_won, oracle.children(side, state.board).values()))
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


def test_the_same_for_everybody() -> None:
    """No version of this program may change them."""
    days = [date(2026, 1, day) for day in (1, 2, 3)]
    assert [(puzzles.kind_of(it), of_day(it).state.notation()) for it in days] == [
        ("easy", "060/401/001 evens"),
        ("medium", "020/001/410 evens"),
        ("hard", "0600/0202/5324/0130 odds"),
    ]
    days = [date(2026, 11, 30), *[date(2027, 1, day) for day in (1, 2, 3)]]
    assert [(puzzles.kind_of(it), of_day(it).state.notation()) for it in days] == [
        ("easy", "121/022/030 evens"),
        ("hard", "4411/1002/2000/1200 odds"),
        ("easy", "235/030/420 odds"),
        ("medium", "300/204/010 odds"),
    ]


def one_wins(state: T3State, moves: int) -> bool:
    """Whether exactly one action wins, and takes this many moves of the side to move."""
    within, position = Search(Clock()).forced[state.odd_turn].within, Position.of(state)
    if not within(position, 2 * moves - 1) or within(position, 2 * moves - 3):
        return False
    safe = map(position.after, members(position.safe))
    return sum(within(child, position.holes() - 1) for child in safe) == 1


def alike(state: T3State) -> tuple[object, ...]:
    """The same for states that are alike: the least of their images.

    Rows and columns that trade places with their mirror images take lines to lines, if
    columns do as rows do, or the other way round.
    """
    span = range(state.size)
    mirrored = [list(it) for it in permutations(span) if is_mirrored(it)]
    images = [
        tuple(board[row][col] for row in rows for col in cols)
        for board in (state.board, [*zip(*state.board)])
        for rows in mirrored
        for cols in (rows, rows[::-1])
    ]
    return state.odd_turn, min(images)


def is_mirrored(order: tuple[int, ...]) -> bool:
    """Whether places that are mirror images of each other stay so."""
    return all(one + other == len(order) - 1 for one, other in zip(order, order[::-1]))


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
    """Some moves are right, others are not; the right ones do what the lesson is about."""
    state, oracle = lesson.state, Oracle(lesson.state.size)
    right = [
        action
        for action, _ in state.get_transitions()
        if lesson.judged(state, action)[0] == "right"
    ]
    assert 1 <= len(right) <= 4
    assert best_action(state) in right
    for action in right:
        child = state.get_next_state(action)
        assert lesson.left(child) == 0
        plies = 2 * lesson.moves - 2
        won = oracle.is_won(child.board)
        assert won or oracle.loses_within(child.odd_turn, child.board, plies)


def ready(state: T3State, odd: bool) -> set[Line]:
    """The lines that odds (if `odd`) or evens could complete if it were their turn."""
    return {it.line for it in threat_lines(line_sums(state), odd)}


def test_what_lesson_4_says_of_two_threats_is_true() -> None:
    """Made by one move, they win. One number may stop two that were made by two moves."""
    dice, met = random.Random(4), 0
    for _ in range(300):
        state = T3State(*random_position(dice, 3, dice.randint(3, 7)))
        odd = state.odd_turn
        for _, child in state.get_transitions():
            made = ready(child, odd) - ready(state, odd)
            if len(made) > 1 and not ready(child, not odd):
                met += 1
                assert all(ready(it, odd) for _, it in child.get_transitions())
    assert met
    state = T3State.from_notation("060/505/041 evens")
    assert len(ready(state, True)) == 2
    assert not ready(state.get_next_state(T3Action(1, 1, 2)), True)


# The dialogue


def asked(folder: Path, *lines: str) -> str:
    """What the game says to typed lines."""
    typed = "\n".join([*lines, ""])
    return commands.call(main, typed=typed, XDG_STATE_HOME=str(folder)).stdout


def kept(folder: Path) -> dict[str, Any]:
    file = folder / "tic-tac-total" / "state.json"
    state: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return state


def solution(puzzle: Exercise) -> list[str]:
    """What a person types to solve a puzzle."""
    state, lines = puzzle.state, []
    for left in range(puzzle.moves, 0, -1):
        action = best_action(state)
        lines.append("{} {} {}".format(*astuple(action)))
        state = state.get_next_state(action)
        if left > 1:
            state = state.get_next_state(best_action(state))
    return lines


def wrong(puzzle: Exercise) -> str:
    """A legal move that does not solve it."""
    action = next(
        action
        for action, _ in puzzle.state.get_transitions()
        if puzzle.judged(puzzle.state, action)[0] != "right"
    )
    return "{} {} {}".format(*astuple(action))


DAY = date(2026, 3, 28)


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Callable[[date], None]:
    """Sets the clock."""

    def set_to(day: date) -> None:
        monkeypatch.setattr("t3_play.console.session.Session.today", lambda _: day)

    set_to(DAY)
    return set_to


def test_puzzles_of_a_strength(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, today: Callable[[date], None]
) -> None:
    """Those of past days, and those that are open first. After the answer none counts."""
    monkeypatch.setattr("random.choice", lambda days: days[-1])
    today(date(2026, 1, 9))
    lines = [solution(of_day(date(2026, 1, day))) for day in (7, 4, 1)]
    hints = ["hint"] * 3
    out = asked(tmp_path, "p easy", *lines[0], "", *hints, *lines[1], "", *lines[2], "")
    assert re.findall(r"Puzzle (\d)\. Solved", out) == ["7", "4", "1"]
    assert "so it doesn't count" in out
    assert out.count("You can share this") == 3
    assert out.count("Puzzle 7. Evens to move") > 1
    assert kept(tmp_path)["puzzles"] == 2


def test_the_puzzle_of_the_day(tmp_path: Path, today: Callable[[date], None]) -> None:
    """It says number, aim, tries and hints. Even after two hints, it counts, and once."""
    puzzle = of_day(DAY)
    out = asked(tmp_path, "p", wrong(puzzle), "hint", "hint", *solution(puzzle))
    assert f"Puzzle 87. {puzzle.aim(puzzle.state)}" in out
    assert "make a line sum to 13 within" in out
    assert "puzzle 87, 28 March 2026\n🟥🟩 1 lost, then right, 2 hints\nPress" in out
    out = asked(tmp_path, "p", *solution(puzzle), "puzzle", *solution(puzzle))
    assert out.count("Solved. You can share this:\n") == 4
    assert kept(tmp_path)["puzzles"] == 1
    assert "p  today's puzzle: solved\n" in asked(tmp_path)
    today(DAY + timedelta(1))
    assert asked(tmp_path, f"puzzle {DAY}", "share").count("puzzle 87, 28 March") == 2


def test_the_streak_and_the_clock(tmp_path: Path, today: Callable[[date], None]) -> None:
    """It grows daily, and ends after a day without. Days after today count for nothing."""
    for day in range(4):
        today(DAY + timedelta(day))
        out = asked(tmp_path, "p", *solution(of_day(DAY + timedelta(day))))
        assert ("in a row" in out) == (day > 0)
    assert "4 days in a row\n" in out
    assert "in a row" not in asked(tmp_path, f"puzzle {DAY + timedelta(1)}")
    today(DAY + timedelta(2))  # a flight west
    assert "solved, streak 3" in asked(tmp_path)
    asked(tmp_path, "p", *solution(of_day(DAY + timedelta(2))))
    assert kept(tmp_path)["puzzles"] == 4
    today(DAY + timedelta(4))
    out = asked(tmp_path, f"puzzle {DAY + timedelta(3)}")
    assert "your moves, streak 4" in out
    assert "4 days in a row\n" in out
    today(DAY + timedelta(5))
    assert "streak" not in asked(tmp_path)
    out = asked(tmp_path, "p", *solution(of_day(DAY + timedelta(5))))
    assert "in a row" not in out


def test_before_the_first_day(tmp_path: Path, today: Callable[[date], None]) -> None:
    """A clock that is wrong: no puzzle has a number below 1."""
    today(date(2025, 12, 30))
    out = asked(tmp_path, "puzzle", "puzzle easy")
    assert "begin on 2026-01-01, but this computer's clock says 2025-12-30" in out
    assert "today's puzzle" not in out


def test_the_archive(tmp_path: Path, today: Callable[[date], None]) -> None:
    """An old puzzle counts, but not as a day in a row."""
    lines = ["puzzle 2026-03-27", *solution(of_day(date(2026, 3, 27)))]
    out = asked(tmp_path, *lines)
    assert "Puzzle 86. " in out
    assert "puzzle 86, 27 March 2026\n🟩 right at the first try\nPress" in out
    assert kept(tmp_path)["puzzles"] == 1
