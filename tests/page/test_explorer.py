"""What the page asks of Python, the rules in its script, and the files of the page."""

import gzip
import json
import os
import random
import shutil
import subprocess
from dataclasses import astuple
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from oracle import Oracle
from positions import random_position, truth
from t3_play import puzzles, saved_games
from t3_play.match import Match
from t3_play.sums import line_sums
from t3_player import LOSS, T3Player, T3State
from t3_tools.__main__ import main
from t3_tools.page import command
from t3_tools.page.explorer import answer, search_of

SOURCE = command.WEB / "src"

NODE = shutil.which("node")


def ask(question: str, position: str, seconds: float = 60, **settings: Any) -> Any:
    """The answer to a question about a position. By default there is time in plenty."""
    game = saved_games.text_of(Match(T3State.from_notation(position), **settings))
    asked = {"ask": question, "game": game, "seconds": seconds}
    return json.loads(answer(json.dumps(asked)))


POSITIONS = [it.notation for it in truth()]


def in_node(script: str, given: object) -> Any:
    """The value of a script that knows `rules`, `address`, and the JSON value `given`."""
    if NODE is None:
        pytest.skip("there is no node")
    imports = "".join(
        f"import * as {name} from '{(SOURCE / name).as_uri()}.js';"
        for name in ("rules", "address")
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "-"],
        input=f"{imports} const given = {json.dumps(given)};"
        f"console.log(JSON.stringify({script}));",
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_rules_in_the_script_are_those_in_python() -> None:
    script = """given.map((text) => {
        const { game } = address.read(text), { start } = game;
        const cells = start.board.flatMap((row, y) => row.map((_, x) => [x, y]));
        return [rules.notationOf(start), rules.linesOf(start),
          cells.flatMap(([x, y]) => rules.range(0, 7).map((number) => [x, y, number]))
            .filter((action) => rules.isLegal(start, action))
            .sort().map((action) => [action, rules.after(start, action)])
            .map(([action, after]) =>
              [action, rules.notationOf(after), rules.isWon(after), rules.isOver(after)])];
      })"""
    for text, (notation, lines, after) in zip(
        POSITIONS, in_node(script, POSITIONS), strict=True
    ):
        state = T3State.from_notation(text)
        assert notation == text
        assert [
            (it["cells"], it["has"], it["needs"], it["won"], it["dead"], it["threat"])
            for it in lines
        ] == [
            ([*map(list, it.line)], it.has, it.needs, it.won, it.dead, threat)
            for it in line_sums(state).values()
            for threat in [it.is_threat_of(True) or it.is_threat_of(False)]
        ]
        assert after == [
            [[*astuple(action)], child.notation(), child.is_win(), child.is_over()]
            for action, child in state.get_transitions()
        ]


LINK = "#000/000/000-odds&moves=115-006&play=odds&level=easy"


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        (LINK, []),
        (f"http://localhost:8000/x/{LINK}", []),
        (f"{LINK}.", []),
        (f"{LINK}).", []),
        (f"{LINK}&fbclid=IwAR0", ["fbclid=IwAR0"]),
        (LINK.replace("#", "%23").replace("/", "%2F"), []),
        (f"{LINK}&puzzle=no", ["puzzle=no"]),
        (LINK.replace("006", "006-111-225"), ["moves=111-225"]),
    ],
)
def test_links_keep_moves_and_opponent(text: str, ignored: list[str]) -> None:
    """Also with what messengers and networks add. What can't be read is reported."""
    script = """(({ game, ignored }) => [address.linkOf(game, 2, false),
        address.textOf({ ...game, seed: 7 }, 2), ignored])(address.read(given))"""
    link, saved, left_out = in_node(script, text)
    assert (link, left_out) == (LINK, ignored)
    match = saved_games.match_from(saved)
    assert (match.play, match.level, match.seed) == ("odds", "easy", 7)
    assert [*map(str, match.actions)] == ["(1,1) = 5", "(0,0) = 6"]


def test_a_link_without_a_position() -> None:
    script = """given.map((text) => {
        try { address.read(text); } catch ({ message }) { return message; } })"""
    wrong = {
        "": "is not a position",
        "#210/05-evens": "is not square",
        "#00/00-odds": "3 to 8 rows, not 2",
        f"#{'/'.join(['0' * 9] * 9)}-odds": "3 to 8 rows, not 9",
        "#700/000/000-odds": "7 is larger than 6",
    }
    messages = in_node(script, [*wrong])
    assert [part for part, text in zip(wrong.values(), messages) if part not in text] == []


def test_values_are_those_of_the_oracle() -> None:
    rng, oracle = random.Random(5), Oracle()

    def lasts(state: T3State) -> int:
        return oracle.lasts(state.odd_turn, state.board) or 0

    for _ in range(30):
        state = T3State(*random_position(rng, 3, rng.randint(1, 5)))
        values = ask("values", state.notation())
        utility = oracle.value(state.odd_turn, state.board).utility
        assert (values["utility"], values["distance"] or 0) == (utility, lasts(state))
        assert values["complete"]
        assert {
            tuple(it["action"]): (it["utility"], it["distance"]) for it in values["actions"]
        } == {
            astuple(action): (utility, 1 + lasts(child) if utility else None)
            for action, child in state.get_transitions()
            for utility in [-oracle.value(child.odd_turn, child.board).utility]
        }


def test_perfect_plays_what_the_values_call_best() -> None:
    """A loser does not hurry: the values, the computer, and best play agree."""
    positions = POSITIONS[:350:7]
    for position in positions:
        values, value = [ask(question, position) for question in ("values", "value")]
        assert ask("replied", position, level="perfect")["action"] in values["best"]
        assert value["best"][0] in values["best"]
        for name in ("utility", "distance"):
            assert value[name] == values[name]
    assert any(ask("value", it)["utility"] == LOSS for it in positions)


def test_out_of_time_nothing_is_claimed() -> None:
    for question in ("value", "values"):
        answer = ask(question, "/".join(["0" * 8] * 8) + " odds", seconds=0)
        assert (answer["utility"], answer["best"]) == (None, [])
    assert not answer["complete"]


def test_a_question_goes_on_with_the_search_of_the_last() -> None:
    state = T3State(True, [[0] * 4] * 4)
    counts = []
    for _ in range(2):
        ask("values", state.notation())
        counts.append(search_of(state)[1].nodes)
    assert counts[1] < 1.2 * counts[0]


def test_the_course_level_and_the_puzzle_of_the_day() -> None:
    action = T3Player().choose(T3State(False))
    assert action
    reply = ask("replied", T3State(False).notation(), level="course")
    assert reply["action"] == [*astuple(action)]
    puzzle = puzzles.of_day(date(2026, 11, 25)).state.notation()
    question = {"ask": "puzzle", "day": "2026-11-25"}
    assert json.loads(answer(json.dumps(question)))["position"] == puzzle
    assert "error" in json.loads(answer(json.dumps(question | {"day": "tomorrow"})))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with empty files, in place of the packages that npm installs."""
    folder = tmp_path / "node_modules"
    for package, patterns in command.PACKAGES.items():
        (folder / package).mkdir(parents=True)
        for pattern in patterns:
            (folder / package / pattern.replace("*", "mjs")).touch()
    monkeypatch.setattr(command, "install_packages", lambda _: folder)
    return folder


def write_page(folder: Path, *options: str) -> int:
    """Write the page with the command; returns the exit code."""
    return main(["page", str(folder), *options])


def test_the_site_has_all_files(
    packages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "a" / "site"
    assert write_page(site) == 0
    names = ZipFile(site / "python.zip").namelist()
    assert {"t3_state.py", "t3_play/match.py", "t3_tools/page/explorer.py"} < set(names)
    files = [it for it in site.rglob("*") if it.is_file() and it.suffix != ".gz"]
    offline = (site / "offline.js").read_text()
    for path in files:
        assert gzip.decompress(Path(f"{path}.gz").read_bytes()) == path.read_bytes()
        assert path.relative_to(site).as_posix() in offline
    page = (site / "index.html").read_text() + (site / "style.css").read_text()
    assert "://" not in page
    assert 'content="preview.png"' in page
    assert write_page(tmp_path / "b") == 0
    assert (tmp_path / "b" / "offline.js").read_text() == offline
    (packages / "lit-html" / "lit-html.js").write_text("changed")
    assert write_page(tmp_path / "c", "--address=https://t3.example/play") == 0
    again = (tmp_path / "c" / "offline.js").read_text()
    assert again != offline  # so a browser loads the files again
    page = (tmp_path / "c" / "index.html").read_text()
    assert 'content="https://t3.example/play/preview.png"' in page
    capsys.readouterr()
    assert write_page(tmp_path / "d", "--address=t3.example") == 2
    assert "'t3.example' does not begin with http://" in capsys.readouterr().err
    assert write_page(tmp_path / "c") == 2
    assert "not an empty folder" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="the npm of this test is a shell script")
@pytest.mark.parametrize(
    ("npm", "message"),
    [("", "install it from"), ("echo no network >&2; exit 1", "no network")],
)
def test_a_page_that_npm_can_not_build(
    npm: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if npm:
        (tmp_path / "npm").write_text(f"#!/bin/sh\n{npm}\n")
        (tmp_path / "npm").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert write_page(tmp_path / "site") == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
