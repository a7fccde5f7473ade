"""What the page asks of Python, the rules in its script, and the files of the page."""

import gzip
import json
import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from dataclasses import astuple
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from commands import run
from oracle import Oracle
from positions import random_position
from t3_play import puzzles, saved_games
from t3_play.analysis import prospects
from t3_play.match import Match
from t3_play.sums import line_sums
from t3_player import LOSS, Clock, T3Player, T3State
from t3_state import T3Action
from t3_tools.page import command
from t3_tools.page.explorer import answer

LIMIT = 60
"""The time limit of a question, in seconds; each answer takes far less."""

TRUTH = Path(__file__).parents[1] / "truth"

STATIC = Path(command.__file__).parent / "static"

NODE = shutil.which("node")


def ask(question: str, **parameters: Any) -> Any:
    return json.loads(answer(json.dumps({"ask": question, **parameters})))


def game(position: str, *actions: tuple[int, int, int], **settings: Any) -> str:
    match = Match(T3State.from_notation(position), **settings)
    for action in actions:
        match.add(T3Action(*action))
    return saved_games.text_of(match)


def truth() -> list[str]:
    """The positions of all truth files, in notation."""
    lines = "".join(path.read_text() for path in sorted(TRUTH.glob("*x*.txt")))
    return [" ".join(line.split()[:2]) for line in lines.splitlines()]


def in_node(script: str, given: object) -> Any:
    """What a script prints that has imported rules.js and address.js, and reads JSON."""
    if NODE is None:
        pytest.skip("there is no node")
    imports = "".join(
        f"import * as {name} from '{(STATIC / name).as_uri()}.js';"
        for name in ("rules", "address")
    )
    reads = "const given = JSON.parse((await import('fs')).readFileSync(0, 'utf8'));"
    code = f"{imports}{reads}console.log(JSON.stringify({script}));"
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", code],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_rules_in_the_script_are_those_in_python() -> None:
    positions = truth()
    script = """given.map((text) => {
        const { game } = address.read(text), { start } = game;
        const cells = start.board.flatMap((row, y) => row.map((_, x) => [x, y]));
        return [rules.notationOf(start), rules.choices(start), rules.linesOf(start),
          cells.flatMap(([x, y]) => rules.choices(start).map((n) => [x, y, n]))
            .filter((action) => rules.isLegal(start, action))
            .sort().map((action) => [action, rules.after(start, action)])
            .map(([action, after]) =>
              [action, rules.notationOf(after), rules.isWon(after), rules.isOver(after)])];
      })"""
    for text, (notation, numbers, lines, after) in zip(
        positions, in_node(script, positions), strict=True
    ):
        state = T3State.from_notation(text)
        assert (notation, numbers) == (text, state.get_moves())
        sums = line_sums(state).values()
        assert [
            (it["cells"], it["has"], it["needs"], it["won"], it["dead"], it["threat"])
            for it in lines
        ] == [
            ([*map(list, it.line)], it.has, it.needs, it.won, it.dead, threat)
            for it in sums
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


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is not a position"),
        ("#210/05-evens", "is not square"),
        ("#00/00-odds", "3 to 8 rows, not 2"),
        (f"#{'/'.join(['0' * 9] * 9)}-odds", "3 to 8 rows, not 9"),
        ("#700/000/000-odds", "7 is larger than 6"),
    ],
)
def test_what_is_no_position(text: str, part: str) -> None:
    script = (
        "(() => { try { address.read(given); } catch ({ message }) { return message; }})()"
    )
    assert part in in_node(script, text)


def test_values_are_those_of_the_oracle() -> None:
    rng, oracle = random.Random(5), Oracle()
    for _ in range(30):
        state = T3State(*random_position(rng, 3, rng.randint(1, 5)))
        values = ask("values", game=game(state.notation()), seconds=LIMIT)
        utility = oracle.value(state.odd_turn, state.board).utility
        lasts = oracle.lasts(state.odd_turn, state.board)
        assert (values["utility"], values["distance"] or 0) == (utility, lasts or 0)
        assert values["complete"]
        assert {
            tuple(it["action"]): (it["utility"], it["distance"]) for it in values["actions"]
        } == {
            astuple(action): (
                worth,
                1 + oracle.lasts(child.odd_turn, child.board) if worth else None,
            )
            for action, child in state.get_transitions()
            for worth in [-oracle.value(child.odd_turn, child.board).utility]
        }


def test_perfect_plays_what_the_values_call_best() -> None:
    """A loser does not hurry: the values, the computer, and best play agree."""
    states = [T3State.from_notation(text) for text in truth()[:350:7]]
    assert any(prospects(it, Clock())[0].utility == LOSS for it in states)
    for state in states:
        here = game(state.notation(), level="perfect")
        values = ask("values", game=here, seconds=LIMIT)
        assert ask("replied", game=here, seconds=LIMIT)["action"] in values["best"]
        value = ask("value", game=here, seconds=LIMIT)
        assert value["best"][0] in values["best"]
        assert (value["utility"], value["distance"]) == (
            values["utility"],
            values["distance"],
        )


def test_out_of_time_nothing_is_claimed() -> None:
    here = game("/".join(["0" * 8] * 8) + " odds")
    for question in ("value", "values"):
        answer = ask(question, game=here, seconds=0)
        assert (answer["utility"], answer["best"]) == (None, [])
    assert not answer["complete"]


def test_attempts_add_up() -> None:
    """Each goes on with the search of the one before."""
    here = game("00000/00000/00000/00000/00000 odds")
    answers = [ask("values", game=here, seconds=0.1) for _ in range(60)]
    assert not answers[0]["complete"]
    assert answers[-1]["complete"]


def test_the_course_level_and_the_puzzle_of_the_day() -> None:
    state = T3State(False)
    here = game(state.notation(), level="course")
    best = T3Player().choose(state)
    assert best
    assert ask("replied", game=here, seconds=LIMIT)["action"] == [*astuple(best)]
    puzzle = puzzles.of_day(date(2026, 11, 25)).state.notation()
    assert ask("puzzle", day="2026-11-25")["position"] == puzzle
    assert "error" in ask("puzzle", day="tomorrow")


Packages = Callable[..., Path]


@pytest.fixture
def packages(tmp_path: Path) -> Packages:
    """Makes a folder that looks like node_modules."""

    def make(name: str, pyodide: str = command.PYODIDE) -> Path:
        for package, patterns in command.PACKAGES.items():
            folder = tmp_path / name / package.partition("@")[0]
            folder.mkdir(parents=True)
            version = pyodide if folder.name == "pyodide" else command.LIT
            content = {"name": folder.name, "version": version}
            (folder / "package.json").write_text(json.dumps(content))
            for pattern in patterns:
                (folder / pattern.replace("*", "mjs")).write_text(pattern)
        return tmp_path / name

    return make


def write_page(folder: Path, packages: Path, *options: str, code: int = 0) -> str:
    """Write the page with the command; returns the errors that the command prints."""
    pytest.importorskip("rich")
    pytest.importorskip("PIL")
    arguments = [str(folder), "--packages", str(packages), *options]
    return run("t3_tools", "page", *arguments, code=code).stderr


def test_the_site_has_all_files(tmp_path: Path, packages: Packages) -> None:
    modules = packages("node_modules")
    site = tmp_path / "a" / "site"
    write_page(site, modules)
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
    header = struct.unpack(">8s8x2I", (site / "preview.png").read_bytes()[:24])
    assert header == (b"\x89PNG\r\n\x1a\n", 1200, 630)
    write_page(tmp_path / "b", modules)
    assert (tmp_path / "b" / "offline.js").read_text() == offline
    (modules / "lit-html" / "lit-html.js").write_text("changed")
    write_page(tmp_path / "c", modules, "--address=https://t3.example/play")
    again = (tmp_path / "c" / "offline.js").read_text()
    assert again != offline  # so a browser loads the files again
    page = (tmp_path / "c" / "index.html").read_text()
    assert 'content="https://t3.example/play/preview.png"' in page
    complaint = write_page(tmp_path / "d", modules, "--address=t3.example", code=2)
    assert "'t3.example' does not begin with http://" in complaint


def test_a_page_that_can_not_be_written(tmp_path: Path, packages: Packages) -> None:
    modules = packages("node_modules")
    assert "not an empty folder" in write_page(tmp_path, modules, code=2)
    (modules / "pyodide" / "python_stdlib.zip").unlink()
    for wrong, part in (
        (modules, "lacks python_stdlib.zip"),
        (tmp_path / "nowhere", "no npm package"),
        (packages("old", "0.29.0"), "is pyodide 0.29.0, but must be pyodide"),
    ):
        complaint = write_page(tmp_path / "site", wrong, code=2)
        assert part in complaint
        assert "npm install" in complaint
