"""What is kept from one sitting to the next."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import commands
from t3_play.console.start import main
from t3_play.console.store import Store, count, state_file


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "tic-tac-total"


def fail(text: str) -> None:
    raise AssertionError(text)


@pytest.mark.parametrize("variable", ["", "not/absolute"])
def test_where_it_is(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", variable)
    assert state_file() == tmp_path / ".local/state/tic-tac-total/state.json"


def test_changes_are_kept() -> None:
    Store(fail).change(lambda state: count(state, "easy", "won"))
    other, third = Store(fail), Store(fail)
    other.change(lambda state: count(state, "easy", "won"))
    third.change(lambda state: count(state, "easy", "lost"))  # knows of both
    assert Store(fail).state["results"] == {"easy": {"won": 2, "lost": 1}}


COUNTING = """
from t3_play.console.store import Store, count
for _ in range(8):
    Store(print).change(lambda state: count(state, "easy", "won"))
"""


def test_games_at_once_lose_no_count(tmp_path: Path) -> None:
    def run(_: int) -> None:
        commands.python("-c", COUNTING, XDG_STATE_HOME=str(tmp_path))

    with ThreadPoolExecutor() as pool:
        list(pool.map(run, range(3)))
    assert Store(fail).state["results"]["easy"]["won"] == 24


DAMAGED = ["", "no json", "[]", "[" * 100_000, "\ud800"]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_set_aside(text: str, folder: Path) -> None:
    folder.mkdir()
    file = folder / "state.json"
    file.write_bytes(text.encode(errors="surrogatepass"))
    said: list[str] = []
    store = Store(said.append)
    assert store.state == {}
    assert "state.json.broken now" in said[0]
    assert len(said) == 1
    kept = (folder / "state.json.broken").read_bytes()
    assert kept == text.encode(errors="surrogatepass")
    store.change(lambda state: count(state, "easy", "won"))
    assert json.loads(file.read_text())["results"] == {"easy": {"won": 1}}


WRONG: list[Any] = [None, -5, "x", [], {"x": 3}, True]


def test_an_entry_of_another_form_counts_as_none(folder: Path) -> None:
    """The others stay, and the game goes on with them."""
    game = {"play": "odds", "level": "easy", "start": "000/000/000 odds"}
    good: dict[str, Any] = {
        "game": {**game, "seed": float("inf")},
        "results": {"easy": {"won": 2}},
        "days": {"2026-01-02": {"tries": 2, "solved": "2026-01-02"}},
        "puzzles": 12,
    }
    folder.mkdir()
    for wrong in WRONG:
        bad: dict[str, Any] = {
            "results": {"easy": {"won": 2, "lost": wrong}, "hard": wrong}
        }
        record = {"tries": wrong, "shown": wrong, "solved": wrong}
        bad |= {"days": {"2026-01-02": good["days"]["2026-01-02"], "2026-02-31": {}}}
        bad["days"] |= {"2026-01-03": record, "2026-01-04": wrong, "x": {}}
        every = {**good, "lessons": wrong, "id": wrong, "counted": wrong, **bad}
        (folder / "state.json").write_text(json.dumps(every))
        store = Store(fail)
        assert {name: store.state[name] for name in ("game", "puzzles")} == {
            name: good[name] for name in ("game", "puzzles")
        }
        assert store.state["results"]["easy"]["won"] == 2
        assert store.streaks(date(2026, 1, 3)) == (1, 1)
        typed = "l\nstats\npuzzles 2026-01\np\nhint\nhome\ng\nquit\n"
        commands.call(main, typed=typed, XDG_STATE_HOME=str(folder.parent))


def test_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said once, and the game goes on."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    said: list[str] = []
    store = Store(said.append)
    for _ in range(2):
        store.change(lambda state: count(state, "easy", "won"))
    assert store.state["results"] == {"easy": {"won": 2}}
    assert len(said) == 1
    where = tmp_path / "file" / "tic-tac-total"
    assert said[0].startswith(f"[!] Your games can't be kept in {where}: ")
    typed = "1 1 5\nquit\n"
    shown = commands.call(
        main, "--play=odds", typed=typed, XDG_STATE_HOME=str(tmp_path / "file")
    ).stdout
    assert shown.count("can't be kept") == 1
    assert "The computer: " in shown


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    game = subprocess.Popen(
        [sys.executable, "-m", "t3_play", "--size=4", "--play=both"],
        env=commands.environment(XDG_STATE_HOME=str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with game:
        assert game.stdin
        assert game.stdout
        print("1 1 5\n0 0 2", file=game.stdin, flush=True)
        while "0 │> 2 <│" not in game.stdout.readline():
            pass
        while "danger" not in game.stdout.readline():
            pass
        game.send_signal(signal.SIGKILL)
    typed = "g\n3 3 1\nquit\n"
    shown = commands.call(main, typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout
    assert "go on: 4 x 4, for two, after move 2" in shown
    assert "│> 1 <│" in shown
