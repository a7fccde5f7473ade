"""What is kept from one sitting to the next."""

import json
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from typing import NoReturn

import pytest

from t3_play.console.store import Store, count_game, state_file


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "tic-tac-total"


def fail(text: str) -> None:
    raise AssertionError(text)


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for variable in ("", "not/absolute"):
        monkeypatch.setenv("XDG_STATE_HOME", variable)
        assert state_file() == tmp_path / ".local/state/tic-tac-total/state.json"


def win(store: Store, game: str) -> None:
    store.change(lambda state: count_game(state, game, "easy", "won"))


def test_games_at_once_lose_no_count() -> None:
    def count(window: int) -> None:
        for at in range(8):
            win(Store(fail), f"{window} {at}")

    with ThreadPoolExecutor() as pool:
        list(pool.map(count, range(3)))
    assert Store(fail).history["results"] == {"easy": {"won": 24}}


def test_a_lock_held_elsewhere_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said that it is. Nothing is said of a lock that is free."""
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr("t3_play.console.screen.PATIENCE", 0.2)
    folder.mkdir()
    # Not capsys: what is printed while it empties its buffer is lost.
    with redirect_stdout(StringIO()) as shown, ThreadPoolExecutor() as pool:
        with (folder / "lock").open("a") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            waiting = pool.submit(Store, fail)
            while "Waiting for another game" not in shown.getvalue():
                time.sleep(0.01)
        store = waiting.result()
        said = shown.getvalue()
        for game in range(9):
            win(store, f"{game}")
        assert shown.getvalue() == said


def test_what_a_killed_game_left_is_taken_away(folder: Path) -> None:
    folder.mkdir()
    for name in (".76324289e2a75889", ".own", "76324289e2a75889"):
        (folder / name).write_text("{")
    Store(fail)
    assert {it.name for it in folder.iterdir()} == {".own", "76324289e2a75889", "lock"}


@contextmanager
def failing(what: str) -> Iterator[None]:
    """A disk that fails for a while."""

    def fails(*_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"t3_play.console.store.{what}", fails)
        yield


@pytest.mark.parametrize("what", ["locked", "Store.read", "write_whole"])
def test_what_fails_for_a_while_loses_nothing(
    what: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two windows, in every order of failing and working, from their start on."""
    monkeypatch.setattr("os.fsync", lambda _: None)  # slow, and not what is tested
    for order in product([(0, True), (0, False), (1, True), (1, False)], repeat=3):
        shutil.rmtree(folder, ignore_errors=True)
        win(Store(fail), "old")
        windows: dict[int, Store] = {}
        for at, (window, works) in enumerate([*order, (0, True), (1, True)]):
            with nullcontext() if works else failing(what):
                if window not in windows:
                    windows[window] = Store(lambda _: None)
                win(windows[window], f"{at}")
        assert Store(fail).history["results"] == {"easy": {"won": 6}}, order


def test_it_is_said_when_nothing_is_kept_and_when_it_is_again(folder: Path) -> None:
    said: list[str] = []
    store = Store(said.append)
    with failing("write_whole"):
        for game in "ab":
            win(store, game)
        assert store.history["results"] == {"easy": {"won": 2}}
    assert store.write()
    first, last = said
    assert first == f"[!] Your games can't be kept in {folder}: No space left on device."
    assert last == "Your games are kept again."


DAMAGED = [
    *["", "no json", "[]", "[" * 100_000, "\ud800", '{"lessons": null}'],
    *['{"results": {"easy": 2}}', '{"days": {"2026-01-03": {"tries": "x"}}}'],
]


def test_a_damaged_file_is_set_aside(folder: Path) -> None:
    """None replaces another."""
    folder.mkdir()
    file = folder / "state.json"
    for at, text in enumerate(DAMAGED):
        damaged = text.encode(errors="surrogatepass")
        file.write_bytes(damaged)
        said: list[str] = []
        store = Store(said.append)
        assert store.history == {}
        aside = f"state.json.broken{at or ''}"
        assert [f"{aside} now" in it for it in said] == [True]
        assert (folder / aside).read_bytes() == damaged
        win(store, "a")
        assert json.loads(file.read_text())["results"] == {"easy": {"won": 1}}
