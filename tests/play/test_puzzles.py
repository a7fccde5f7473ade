"""Puzzles, judged by the oracle; their record; and the dialogue."""

import contextlib
from dataclasses import astuple
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import commands
from oracle import Oracle
from positions import seeds
from t3_play import puzzles
from t3_play.console import record as records
from t3_play.console.record import Record
from t3_play.console.start import main
from t3_play.puzzles import COURSE, RUNGS, STRENGTHS, Puzzle, drawn, of_day
from t3_state import T3Action, T3State


@pytest.mark.parametrize("kind", STRENGTHS)
@pytest.mark.parametrize("seed", seeds(2, 12))
def test_solving(seed: int, kind: str) -> None:
    """One move wins; the computer resists longest; each possible try is judged rightly."""
    puzzle = drawn(kind, str(seed))
    state, oracle = puzzle.state, Oracle(puzzle.state.size)
    holes, odd = len(state.get_open_tiles()), state.odd_turn
    for side in (True, False):
        assert not any(map(oracle.is_won, oracle.children(side, state.board).values()))
    wins = [
        action
        for action, child in oracle.children(odd, state.board).items()
        if oracle.loses_within(not odd, child, holes - 1)
    ]
    assert wins == [astuple(puzzles.answer(puzzle, state))]
    assert oracle.lasts(odd, state.board) == 2 * puzzle.moves - 1
    for left in range(puzzle.moves, 0, -1):
        assert puzzle.left(state) == left
        for tried, child in state.get_transitions():
            right = oracle.is_won(child.board) or oracle.loses_within(
                not odd, child.board, 2 * left - 2
            )
            assert (puzzles.missed(puzzle, state, tried) is None) == right
            assert str(tried) in puzzles.why(puzzle, state, tried)
        state = state.get_next_state(puzzles.answer(puzzle, state))
        if left > 1:
            lasts = {
                action: oracle.lasts(odd, child)
                for action, child in oracle.children(not odd, state.board).items()
            }
            reply = puzzles.reply(state)
            assert lasts[astuple(reply)] == max(lasts.values())
            state = state.get_next_state(reply)
    assert state.is_win()
    assert puzzle.left(state) == 0


@pytest.mark.parametrize("seed", seeds(3, 15))
def test_solving_for_the_course(seed: int) -> None:
    """The answer is the ladder's, and a miss names the first rung that differs."""
    oracle, puzzle = Oracle(), drawn(COURSE, str(seed))
    state = puzzle.state
    best = oracle.value(state.odd_turn, state.board)
    rungs = set()
    for action, child in state.get_transitions():
        value = oracle.value(child.odd_turn, child.board)
        missed = puzzles.missed(puzzle, state, action)
        if astuple(action) == best.action:
            assert missed is None
            continue
        rung = "order"
        if value.depth + 1 != best.depth:
            rung = "depth"
        if -value.utility != best.utility:
            rung = "utility"
        assert missed is not None
        assert ("earlier" if rung == "order" else rung) in missed
        rungs.add(rung)
    assert puzzles.rungs(state) == rungs
    assert astuple(puzzles.answer(puzzle, state)) == best.action


def test_every_rung_has_puzzles() -> None:
    missed = [puzzles.rungs(drawn(COURSE, str(seed)).state) for seed in range(12)]
    assert all(sum(rung in it for it in missed) >= 2 for rung in RUNGS)


def test_why_a_full_board_is_no_win() -> None:
    state = T3State.from_notation("324/435/005 odds")
    puzzle = Puzzle("medium", "", T3State.from_notation("024/005/005 odds"), 3)
    after = state.get_next_state(T3Action(0, 2, 1))
    assert puzzles.why(puzzle, after, T3Action(1, 2, 2)).startswith("(1,2) = 2 fills")


def test_a_slower_win_is_missed() -> None:
    state = T3State.from_notation("120/000/000 evens")
    puzzle = Puzzle("medium", "", state, 3)
    assert puzzles.missed(puzzle, state, T3Action(0, 1, 6)) is None
    slower = puzzles.missed(puzzle, state, T3Action(0, 1, 2))
    assert slower is not None
    assert "evens win in 4 of their moves" in slower
    assert "No reply lasts longer than" in puzzles.why(puzzle, state, T3Action(0, 1, 2))


def test_the_same_for_everybody() -> None:
    """No version of Python or of this program may change them."""
    assert [drawn(kind, "0").state.notation() for kind in (*STRENGTHS, COURSE)] == [
        "354/000/200 odds",
        "210/400/003 odds",
        "0201/0031/4000/2332 evens",
        "200/033/000 evens",
    ]
    days = [of_day(date(2026, 1, day)) for day in (1, 2, 3)]
    assert [(it.kind, it.state.notation()) for it in days] == [
        ("easy", "060/401/001 evens"),
        ("medium", "020/001/410 evens"),
        ("hard", "0600/0202/5324/0130 odds"),
    ]


TODAY = date(2026, 3, 1)


def test_streak() -> None:
    record = Record()
    for day in (0, 1, 1, 2):
        record = record.after(TODAY + timedelta(days=day))
    assert (record.solved, record.streak) == (3, 3)
    assert record.after(None) == Record(4, 3, record.last)
    assert [record.streak_on(TODAY + timedelta(days=day)) for day in (2, 3, 4)] == [3, 3, 0]
    assert record.after(TODAY + timedelta(days=4)).streak == 1


@pytest.mark.parametrize("variable", ["", "not/absolute"])
def test_where_the_record_is(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", variable)
    folder = tmp_path / ".local" / "state" / "tic-tac-total"
    assert records.record_file() == folder / "puzzles.txt"


# The dialogue


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tic-tac-total" / "puzzles.txt"


def asked(folder: Path, *lines: str, kind: str = "easy") -> str:
    """What the game says to typed lines after `--puzzle easy --seed 5`."""
    options, typed = ("--puzzle", kind, "--seed", "5"), "\n".join([*lines, ""])
    return commands.call(main, *options, typed=typed, XDG_STATE_HOME=str(folder)).stdout


def solution(puzzle: Puzzle) -> list[str]:
    """What a person types to solve a puzzle."""
    state, lines = puzzle.state, []
    for left in range(puzzle.moves, 0, -1):
        action = puzzles.answer(puzzle, state)
        lines.append("{} {} {}".format(*astuple(action)))
        state = state.get_next_state(action)
        if left > 1:
            state = state.get_next_state(puzzles.reply(state))
    return lines


SESSIONS = {
    "solved, and why": ("easy", [*solution(drawn("easy", "5")), "why", "answer", "quit"]),
    "missed": ("easy", ["why", "0 1 4", "why", "1 1", "9 9 9", "1 1 5", "hint", "quit"]),
    "the answer does not count": (
        "easy",
        ["answer", *solution(drawn("easy", "5")), "hard", "next", "quit"],
    ),
    "the course's ladder": ("course", ["help", "0 0 4", "why", "answer", "rules", "quit"]),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_session(name: str, tmp_path: Path, file: Path, snapshot: Any) -> None:
    kind, lines = SESSIONS[name]
    assert asked(tmp_path, *lines, kind=kind) == snapshot
    assert file.exists() == name.startswith("solved")


@pytest.mark.parametrize("kind", [*STRENGTHS, COURSE])
def test_each_solved_puzzle_counts(kind: str, tmp_path: Path, file: Path) -> None:
    """Enter then sets the next one of the same kind."""
    lines = [*solution(drawn(kind, "5")), "", *solution(drawn(kind, "6")), "n"]
    out = asked(tmp_path, *lines, kind=kind)
    assert f"{kind.title()} puzzle no. 6" in out
    assert records.read(file) == Record(2)
    assert "so far: 2." in out


def test_the_puzzle_of_the_day(tmp_path: Path, file: Path) -> None:
    """Solved once, it counts once, and then another puzzle is set."""
    today = date.today()
    records.write(Record(8, 4, today - timedelta(days=1)), file)
    lines = [*solution(of_day(today)), "daily", "quit"]
    out = asked(tmp_path, *lines, kind="daily")
    if date.today() == today:
        assert f"puzzle ({today})" in out
        assert "so far: 9. Days in a row: 5." in out
        assert records.read(file) == Record(9, 5, today)
        assert "You have solved today's puzzle." in out


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\0",
        b"solved: -1\nstreak: 0\nlast: never\n",
        b"solved: 1\nstreak: 0\nlast: 2026-02-31\n",
        b"solved: 1" + b"0" * 5000 + b"\nstreak: 0\nlast: never\n",
        b"solved: 1\nstreak: 0\nlast: never\n" * 2,
        None,
    ],
)
def test_a_broken_record_stays(text: bytes | None, tmp_path: Path, file: Path) -> None:
    """The game says that it can't count: the file has this text, or it is a folder."""
    if text is None:
        file.mkdir(parents=True)
    else:
        file.parent.mkdir()
        file.write_bytes(text)
    out = asked(tmp_path, *solution(drawn("easy", "5")))
    assert out.count("[!] Your solved puzzles can't be counted: ") == 1
    assert "Solved." in out
    assert file.is_dir() or file.read_bytes() == text


def test_from_a_game_and_back(tmp_path: Path) -> None:
    """Also after Ctrl-C."""
    lines = ["1 1 5", "puzzle hard", "quit", "puzzle course", "^C", "save game", "quit"]
    typed = "\n".join([*lines, ""])
    with contextlib.chdir(tmp_path):
        out = commands.call(
            main, "--level=easy", typed=typed, window=(80, 24), XDG_STATE_HOME=str(tmp_path)
        ).stdout
    assert "Hard puzzle no." in out
    assert "Course puzzle no." in out
    assert "(1,1) = 5" in (tmp_path / "game").read_text()
    assert out.split("\033[H\033[J")[-1].startswith("Tic-Tac-Total: make")
