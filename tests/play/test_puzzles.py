"""Puzzles, judged by the oracle; their record; and the dialogue."""

from datetime import date, timedelta
from pathlib import Path

import pytest

import commands
from oracle import Board, Oracle
from positions import seeds
from t3_game import main
from t3_play import puzzles
from t3_play.console import puzzle as dialogue
from t3_play.console import record as records
from t3_play.console.record import Record
from t3_play.puzzles import COURSE, RUNGS, STRENGTHS, Puzzle, drawn, of_day
from t3_state import T3Action, T3State


def plies(oracle: Oracle, odd: bool, board: Board) -> int | None:
    """The distance: the plies until somebody wins; None if neither side can force it."""
    for limit in range(1 + sum(row.count(0) for row in board)):
        if oracle.wins_within(odd, board, limit) or oracle.loses_within(odd, board, limit):
            return limit
    return None


def solves(oracle: Oracle, odd: bool, child: Board, moves: int) -> bool:
    """Whether who moved to `child` needs less than `moves` further moves to win."""
    return oracle.is_won(child) or oracle.loses_within(not odd, child, 2 * moves - 2)


THOUSAND = {"easy": 600, "medium": 300, "hard": 100}
"""How many puzzles of each strength to solve. The oracle takes long for hard ones."""


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        pytest.param(kind, *seed.values, marks=seed.marks, id=f"{kind}-{seed.values[0]}")
        for kind in STRENGTHS
        for seed in seeds(3, THOUSAND[kind])
    ],
)
def test_solving(kind: str, seed: int) -> None:
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
    assert wins == [as_tuple(puzzles.answer(puzzle, state))]
    assert plies(oracle, odd, state.board) == 2 * puzzle.moves - 1
    for left in range(puzzle.moves, 0, -1):
        assert puzzle.left(state) == left
        for tried, child in state.get_transitions():
            right = solves(oracle, odd, child.board, left)
            assert (puzzles.missed(puzzle, state, tried) is None) == right
        state = state.get_next_state(puzzles.answer(puzzle, state))
        if left > 1:
            lasts = {
                action: plies(oracle, odd, child)
                for action, child in oracle.children(not odd, state.board).items()
            }
            reply = puzzles.reply(state)
            assert lasts[as_tuple(reply)] == max(filter(None, lasts.values()))
            state = state.get_next_state(reply)
    assert state.is_win()
    assert puzzle.left(state) == 0


def as_tuple(action: T3Action) -> tuple[int, int, int]:
    return action.col(), action.row(), action.move()


@pytest.mark.parametrize("seed", seeds(6, 100))
def test_solving_for_the_course(seed: int) -> None:
    """The answer is the ladder's, and a miss names the first rung that differs."""
    oracle, puzzle = Oracle(), drawn(COURSE, str(seed))
    state = puzzle.state
    best = oracle.value(state.odd_turn, state.board)
    rungs = set()
    for action, child in state.get_transitions():
        value = oracle.value(child.odd_turn, child.board)
        missed = puzzles.missed(puzzle, state, action)
        if as_tuple(action) == best.action:
            assert missed is None
            continue
        rung = "order"
        if value.depth + 1 != best.depth:
            rung = "depth"
        if -value.utility != best.utility:
            rung = "utility"
        assert missed is not None
        assert f", {rung}: " in missed
        rungs.add(rung)
    assert puzzles.rungs(state) == rungs
    assert as_tuple(puzzles.answer(puzzle, state)) == best.action


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
    assert "wins in 4 moves" in slower
    assert "resists longest" in puzzles.why(puzzle, state, T3Action(0, 1, 2))


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


@pytest.mark.parametrize("record", [Record(), Record(7), Record(7, 2, TODAY)])
def test_record_is_kept(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "puzzles.txt"
    records.write(record, file)
    assert records.read(file) == record


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_STATE_HOME", ""),
        ("linux", "", ".local/state"),
        ("darwin", "", "Library/Application Support"),
        ("win32", "LOCALAPPDATA", ""),
        ("win32", "", "AppData/Local"),
    ],
)
def test_where_the_record_is(
    platform: str,
    variable: str,
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path) if name == variable else "")
    expected = tmp_path / folder / "tic-tac-total" / "puzzles.txt"
    assert records.record_file() == expected


# The dialogue


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tic-tac-total" / "puzzles.txt"


def asked(tmp_path: Path, *lines: str, kind: str = "easy") -> str:
    """What the game says to typed lines after `--puzzle easy --seed 5`."""
    options = ("--puzzle", kind, "--seed", "5")
    typed = "".join(f"{line}\n" for line in lines)
    return commands.call(main, *options, typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout


def solution(puzzle: Puzzle) -> list[str]:
    """What a person types to solve a puzzle."""
    state, typed = puzzle.state, []
    for left in range(puzzle.moves, 0, -1):
        action = puzzles.answer(puzzle, state)
        typed.append(f"{action.col()} {action.row()} {action.move()}")
        state = state.get_next_state(action)
        if left > 1:
            state = state.get_next_state(puzzles.reply(state))
    return typed


@pytest.mark.parametrize("kind", [*STRENGTHS, COURSE])
def test_solved(kind: str, tmp_path: Path, file: Path) -> None:
    puzzle = drawn(kind, "5")
    out = asked(tmp_path, *solution(puzzle), "n", kind=kind)
    assert f"{kind.title()} puzzle no. 5" in out
    assert "Solved. Puzzles solved so far: 1." in out
    assert records.read(file) == Record(1)
    out = asked(tmp_path, *solution(puzzle), "why", "n", kind=kind)
    assert "so far: 2." in out
    assert puzzles.why(puzzle, puzzle.state, puzzles.answer(puzzle, puzzle.state)) in out


def test_missed_and_why(tmp_path: Path) -> None:
    out = asked(tmp_path, "why", "0 1 4", "why")
    before, missed, after = out.split("> why\n")[0], *out.split("> 0 1 4\n")
    assert "Try a move first." in missed
    assert "Missed. (0,1) = 4 loses to the next move." in after
    assert "After (0,1) = 4, the computer plays " in after
    assert "win in 2 of your moves" in before
    assert "win in 2 of your moves" in after


def test_the_answer_does_not_count(tmp_path: Path, file: Path) -> None:
    puzzle = drawn("easy", "5")
    out = asked(tmp_path, "answer", *solution(puzzle), "answer", "n")
    assert f"Play {puzzles.answer(puzzle, puzzle.state)}." in out
    assert "doesn't count" in out
    assert not file.exists()


def test_the_next_puzzle(tmp_path: Path) -> None:
    """By Enter, by its kind, or before this one is solved."""
    out = asked(tmp_path, *solution(drawn("easy", "5")), "", "hard", "next", "quit", "9 9")
    for title in ("Easy puzzle no. 6", "Hard puzzle no. 7", "Hard puzzle no. 8"):
        assert title in out
    assert out.endswith("> quit\nGoodbye!\n")


@pytest.mark.parametrize("line", ["", "1 1", "9 9 9", "0 0 2", "1 1 5", "x", "h", "\0"])
def test_what_is_no_move(line: str, tmp_path: Path) -> None:
    out = asked(tmp_path, line)
    assert ("[!] " in out) == (line != "h")
    assert "Missed" not in out


def test_help(tmp_path: Path) -> None:
    out = asked(tmp_path, "help", "rules")
    assert all(f"  {word}" in out for word in dialogue.WORDS)
    assert "sum to exactly 13" in out


def test_the_puzzle_of_the_day(tmp_path: Path, file: Path) -> None:
    """Solved once, it counts once, and the next call sets another puzzle."""
    today = date.today()
    records.write(Record(8, 4, today - timedelta(days=1)), file)
    lines = [*solution(of_day(today)), "quit"]
    out = asked(tmp_path, *lines, kind="daily")
    if date.today() == today:
        assert f"puzzle ({today})" in out
        assert "so far: 9. Days in a row: 5." in out
        assert records.read(file) == Record(9, 5, today)
        assert "You have solved today's puzzle." in asked(tmp_path, kind="daily")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"nonsense",
        b"\xff\0",
        b"solved: -1\nstreak: 0\nlast: never\n",
        b"solved: 1\nstreak: 0\nlast: 2026-02-31\n",
        b"solved: 1" + b"0" * 5000 + b"\nstreak: 0\nlast: never\n",
        b"solved: 1\nstreak: 0\nlast: never\n" * 2,
    ],
)
def test_a_broken_record_is_set_aside(text: bytes, tmp_path: Path, file: Path) -> None:
    file.parent.mkdir()
    for at in (1, 2):
        file.write_bytes(text)
        out = asked(tmp_path, *solution(drawn("easy", "5")))
        assert out.count("[!]") == 1
        assert f"It is now broken-{at}.txt" in out
        assert "so far: 1." in out
        assert (file.parent / f"broken-{at}.txt").read_bytes() == text


def test_a_record_that_cannot_be_kept(tmp_path: Path, file: Path) -> None:
    file.mkdir(parents=True)
    out = asked(tmp_path, *solution(drawn("easy", "5")))
    assert "[!] Your solved puzzles can't be counted: " in out
    assert "Solved." in out
    assert file.is_dir()


@pytest.mark.parametrize(
    "options", [["--level=easy"], ["--size=4"], ["--first=evens"], ["--target=14"]]
)
def test_options_that_a_puzzle_settles(options: list[str]) -> None:
    told = commands.call(main, "--puzzle", *options, code=2).stderr
    assert options[0].partition("=")[0] in told
    assert "--puzzle" in told


def test_from_a_game_and_back() -> None:
    out = commands.call(main, typed="1 1 5\npuzzle hard\nquit\nhistory\n").stdout
    puzzle = out.split("> puzzle hard\n")[1]
    assert "Hard puzzle no." in puzzle
    assert "  1. odds  (1,1) = 5" in puzzle.split("> quit\n")[1]
    wrong = commands.call(main, typed="puzzle easiest\n").stdout
    assert "Unknown puzzle 'easiest'" in wrong
