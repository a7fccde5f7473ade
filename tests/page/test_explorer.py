"""The answers that the page gets from Python, without a browser."""

import json
import random
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from commands import run
from oracle import Oracle
from positions import random_position
from t3_play import saved_games
from t3_player import T3State
from t3_tools.page import command
from t3_tools.page.explorer import answer

LIMIT = 60
"""The time limit of a question, in seconds; each answer takes far less."""


def ask(question: str, **parameters: Any) -> Any:
    return json.loads(answer(json.dumps({"ask": question, **parameters})))


def opened(text: str) -> dict[str, Any]:
    view: dict[str, Any] = ask("shown", game=text)
    return {"game": view["game"], "ply": view["ply"]}


def begun(**choice: Any) -> Any:
    usual = {"size": "3", "first": "odds", "target": "13", "max_move": "6"}
    return ask(
        "begun", **{**usual, "play": "odds", "level": "course", "seed": "1", **choice}
    )


SAVED = (
    "Tic-Tac-Total\nplay: odds\nlevel: medium\nseed: 7\nstart: 000/000/000 odds\n"
    "(1,1) = 5\n(0,0) = 6\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "#210/050/000-evens",
        "210/050/000 evens",
        " http://localhost:8000/#210/050/000-evens ",
        "%23210%2F050%2F000-evens",
    ],
)
def test_a_position_can_be_written_in_these_ways(text: str) -> None:
    view = ask("shown", game=text)
    assert view["address"] == "210/050/000-evens"
    assert view["board"] == [[2, 1, 0], [0, 5, 0], [0, 0, 0]]
    assert view["numbers"] == [2, 4, 6]


def test_an_address_can_have_settings() -> None:
    view = begun(size="4", first="evens", target="21", max_move="12")
    assert view["address"].endswith("-evens&target=21&max-move=12")
    again = ask("shown", game=f"#{view['address']}&play=odds&level=easy")
    assert again["address"] == view["address"]
    assert (again["settings"]["play"], again["settings"]["level"]) == ("odds", "easy")
    assert again["numbers"] == [2, 4, 6, 8, 10, 12]
    assert all(line["needs"] == 21 for line in again["lines"])
    assert again["said"] == "The computer's turn."


SIZE = "the page shows boards of 3 to 8 rows, not "


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is not a board and a turn"),
        ("#210/050/000-evens&sum=15", "unknown setting 'sum=15' (play, level"),
        ("Tic-Tac-Total\nstart: 000/000/000 odds\n(1,1) = 4", "line 3"),
        ("Tic-Tac-Total\nstart: 00/00 odds", f"{SIZE}2"),
        (f"#{'/'.join(['0' * 9] * 9)}-odds", f"{SIZE}9"),
        (f"#{'/'.join(['0' * 99] * 99)}-odds", f"{SIZE}99"),
    ],
)
def test_what_is_wrong_is_said(text: str, part: str) -> None:
    assert part in ask("shown", game=text)["error"]


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        ({"size": "many"}, "whole number"),
        ({"size": "9"}, f"{SIZE}9"),
    ],
)
def test_what_is_wrong_with_settings_is_said(wrong: dict[str, str], part: str) -> None:
    assert part in begun(**wrong)["error"]


def test_a_saved_game_is_opened_at_its_end() -> None:
    view = ask("shown", game=SAVED)
    assert view["ply"] == 2
    assert view["game"] == SAVED
    assert view["words"] == ["You: (1,1) = 5", "The computer: (0,0) = 6"]
    assert view["actions"] == [[1, 1, 5], [0, 0, 6]]
    assert (
        view["said"] == "The computer: (0,0) = 6. Your turn: choose a cell for 1, 3 or 5."
    )


def test_lines_say_what_they_need() -> None:
    view = ask("shown", game="#643/010/006-evens")
    lines = {line["name"]: line for line in view["lines"]}
    assert (lines["column 2"]["has"], lines["column 2"]["needs"]) == (9, 4)
    won = [name for name, line in lines.items() if line["won"]]
    dead = [name for name, line in lines.items() if line["dead"]]
    assert won == ["row 0", "the diagonal from the top left"]
    assert dead == ["column 1", "the diagonal from the top right"]
    assert (view["numbers"], view["finished"]) == ([], True)
    assert view["said"] == (
        "The game is over here. Odds win: row 0 is 6 + 4 + 3 = 13 and "
        "the diagonal from the top left is 6 + 1 + 6 = 13."
    )


def test_an_action_drops_what_was_played_beyond() -> None:
    view = ask("placed", game=SAVED, ply=1, action=[2, 2, 4])
    assert view["actions"] == [[1, 1, 5], [2, 2, 4]]
    for action, part in (([1, 1, 4], "taken"), ([0, 0, 1], "evens can't place 1")):
        assert part in ask("placed", game=SAVED, ply=1, action=action)["error"]


def test_undo_and_redo_go_from_one_turn_of_a_person_to_the_next() -> None:
    game = SAVED + "(2,2) = 1\n(2,0) = 2\n"
    assert ask("shown", game=game, ply=1)["stops"] == [0, 2, 4]
    assert ask("shown", game=game, play="evens")["stops"] == [1, 3, 4]
    assert ask("shown", game=game, play="none")["stops"] == [0, 1, 2, 3, 4]


def test_when_the_machine_is_to_play() -> None:
    assert not begun()["machines"]
    view = begun(first="evens")
    assert view["waiting"]
    assert not ask("shown", game=view["game"], ply=0, play="both")["machines"]
    after = ask("replied", game=view["game"], ply=0, seconds=LIMIT)
    assert after["actions"][0] == [0, 0, 2]
    assert not after["machines"]
    played = ask("shown", game=after["game"], ply=0)
    assert (played["machines"], played["waiting"]) == (True, False)


def test_values_are_those_of_the_oracle() -> None:
    rng, oracle = random.Random(5), Oracle()
    for _ in range(30):
        state = T3State(*random_position(rng, 3, rng.randint(1, 5)))
        here = opened(state.notation())
        own = ask("worth", **here, seconds=LIMIT)
        value = oracle.value(state.odd_turn, state.board)
        lasts = oracle.lasts(state.odd_turn, state.board)
        assert own["short"] == f"{'TWL'[value.utility]}{lasts or ''}"
        told: dict[Any, Any] = {}
        for group in ask("alike", **here)["groups"]:
            worth = ask("worth", **here, seconds=LIMIT, action=group[0])
            told |= {tuple(action): worth for action in group}
            assert (worth["rank"] == own["rank"]) == (worth["short"] == own["short"])
        assert {action: worth["short"] for action, worth in told.items()} == {
            astuple(
                action
            ): f"{'TLW'[utility]}{1 + oracle.lasts(*there) if utility else ''}"
            for action, child in state.get_transitions()
            for there in [(child.odd_turn, child.board)]
            for utility in [oracle.value(*there).utility]
        }


@pytest.mark.parametrize(
    ("position", "play", "action", "forecast"),
    [
        ("000/000/000-odds", "both", None, "Evens win in 6 plies"),
        ("000/000/000-odds", "evens", None, "You win in 6 plies"),
        ("000/000/000-odds", "odds", None, "The computer wins in 6 plies"),
        ("000/000/000-evens", "none", None, "Evens win in 3 plies"),
        ("261/001/000-evens", "both", [0, 1, 2], "Evens win in 5 plies"),
        ("222/221/120-odds", "odds", None, "A tie"),
    ],
)
def test_the_forecast(
    position: str, play: str, action: list[int] | None, forecast: str
) -> None:
    here = opened(f"#{position}&play={play}")
    found = ask("worth", **here, seconds=LIMIT, action=action)
    assert found["forecast"] == forecast


def test_out_of_time_nothing_is_claimed() -> None:
    here = opened("/".join(["0" * 8] * 8) + " odds")
    for action in (None, [0, 0, 1]):
        value = ask("worth", **here, seconds=0, action=action)
        assert value["short"] == "?"
        assert "not proven" in value["forecast"]
    assert ask("line", **here, seconds=0)["ply"] == 0
    assert not ask("line", **here, seconds=0)["finished"]
    assert not ask("replied", **here, seconds=0)["proven"]
    placed = ask("placed", **here, action=[0, 0, 1])
    assert not ask("judged", game=placed["game"], ply=0, seconds=0)["proven"]


def test_a_line_of_best_play_is_a_game_to_its_end() -> None:
    here = opened("261/001/000 evens")
    for action in (None, [0, 1, 6]):
        line = ask("line", **here, seconds=LIMIT, action=action)
        match = saved_games.match_from(line["game"])
        value = ask("worth", **here, seconds=LIMIT, action=action)
        assert match.state.is_win()
        assert line["ply"] == len(match.actions) == int(value["short"][1:])
    assert line["words"] == ["Evens: (0,1) = 6", "Odds: (0,2) = 5"]
    assert line["said"] == "Odds: (0,2) = 5. Odds win: column 0 is 2 + 6 + 5 = 13."


def test_an_action_that_threw_away_a_win_is_marked() -> None:
    game = ask("placed", **opened("120/000/000 evens"), action=[1, 1, 6])["game"]
    game = ask("placed", game=game, ply=1, action=[1, 2, 5])["game"]
    thrown = {
        "proven": True,
        "mistake": "threw away a win: with (0,1) = 6, evens win in 3 of their moves",
    }
    assert ask("judged", game=game, ply=0, seconds=LIMIT) == {**thrown, "own": True}
    right = {"proven": True, "mistake": "", "own": True}
    assert ask("judged", game=game, ply=1, seconds=LIMIT) == right
    machines = ask("shown", game=game, play="odds")["game"]
    assert ask("judged", game=machines, ply=0, seconds=LIMIT) == {**thrown, "own": False}


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("odds", "No mistakes."),
        ("evens", "No mistakes: you had lost from the start."),
        ("both", "No mistakes: evens had lost from the start."),
    ],
)
def test_what_is_said_where_no_person_made_a_mistake(play: str, said: str) -> None:
    won = "Tic-Tac-Total\nstart: 640/000/000 odds\n(2,0) = 3\n"
    assert ask("shown", game=won, play=play)["flawless"] == said


def pyodide(folder: Path, version: str) -> Path:
    """Make a folder that looks like the npm package of Pyodide."""
    folder.mkdir()
    for name in command.PYODIDE_FILES:
        (folder / name.replace("*", "mjs")).write_text(name)
    package = {"name": "pyodide", "version": version}
    (folder / "package.json").write_text(json.dumps(package))
    return folder


def write_page(folder: Path, package: Path, code: int = 0) -> str:
    """Write the page with the command; returns the errors that the command prints."""
    pytest.importorskip("rich")
    done = run("t3_tools", "page", str(folder), "--pyodide", str(package), code=code)
    return done.stderr


def test_the_site_has_all_files(tmp_path: Path) -> None:
    package = pyodide(tmp_path / "pyodide", command.PYODIDE)
    site = tmp_path / "a" / "site"
    write_page(site, package)
    listed = json.loads((site / "files.json").read_text())
    assert {"python/t3_state.py", "python/t3_play/match.py"} < set(listed["files"])
    for name, size in listed["files"].items():
        assert (site / name).stat().st_size == size
    assert (site / "pyodide" / "pyodide.mjs").read_text() == "pyodide.mjs"
    assert (site / "script.js").is_file()
    page = (site / "index.html").read_text()
    assert "://" not in page + (site / "style.css").read_text()
    (package / "pyodide.mjs").write_text("changed")
    write_page(tmp_path / "b", package)
    again = json.loads((tmp_path / "b" / "files.json").read_text())
    assert again["version"] != listed["version"]  # so a browser loads the files again


def test_a_page_that_can_not_be_written(tmp_path: Path) -> None:
    package = pyodide(tmp_path / "pyodide", command.PYODIDE)
    assert "not an empty folder" in write_page(tmp_path, package, code=2)
    (package / "python_stdlib.zip").unlink()
    for wrong, part in (
        (package, "lacks python_stdlib.zip"),
        (tmp_path / "nowhere", "no npm package"),
        (pyodide(tmp_path / "old", "0.29.0"), "is pyodide 0.29.0, but must be pyodide"),
    ):
        complaint = write_page(tmp_path / "site", wrong, code=2)
        assert part in complaint
        assert "npm install" in complaint
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("first", "who"), [("odds", "you place 1, 3"), ("evens", "the computer places 2, 4")]
)
def test_who_places_which_numbers(first: str, who: str) -> None:
    assert begun(first=first)["placing"].startswith(who)
