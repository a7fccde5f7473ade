"""The command `grade`: what it prints and writes, and its error messages."""

import json
import os
import re
import sys
from functools import partial
from pathlib import Path

import pytest

from commands import FEW_CASES, ROOT, buffered_and_not, call, python
from handed_in import COURSE, POSIX, STATE, folder, write
from t3_tools.__main__ import main
from t3_tools.grade.judging.cases import drawn_case

pytestmark = POSIX

grade = partial(call, main, "grade")


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `grade` ask only a trap, two cases that a course solution passes, and mypy."""
    asked = [("trap", 1), ("block", 1), ("game-over", 0), ("mypy", 0)]
    few = [drawn_case(1, category, number) for category, number in asked]
    monkeypatch.setattr("t3_tools.grade.options.exam_cases", lambda seed, count: few)


def printed(*arguments: str) -> str:
    """What `grade` prints, without empty lines and spaces at the ends of lines."""
    return re.sub(r"\s*\n", "\n", grade(*arguments).stdout)


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_a_class(tmp_path: Path, snapshot: object) -> None:
    """All that it prints, and the table. Markup of rich and terminals' codes are text."""
    players = {
        "exact": COURSE,
        "[b]none[b]": "def choose(state): return None",
        "late": "while True: pass",
        "raises": "raise ValueError('[/red] \\x1b[2J')",
        "no t3_state": COURSE,
    }
    for name, player in players.items():
        folder(tmp_path / name, t3_player=player, t3_state=STATE)
    (tmp_path / "no t3_state" / "t3_state.py").unlink()
    write(tmp_path / "out" / "hw.ipynb", "{}")
    options = ["--timeout=2", "--jobs=2", "--seed=1", "--unsafe"]
    paths = [f"{tmp_path}/{it}" for it in [*players, "out"]]
    lines = printed(*paths, *options, f"--csv={tmp_path}/marks.csv")
    assert lines + (tmp_path / "marks.csv").read_text(encoding="utf-8") == snapshot
    results = tmp_path / "results.json"
    options = [f"--gradescope={results}", "--weight=block=10", "--weight=mypy=0"]
    lines = printed(str(tmp_path / "raises"), "--seed=1", *options)
    assert re.search(r"block +0 of 1 +0 of 10\.1\n", lines)
    assert "raises: 7.1 of 100\nT3State 7.1 of 28.3, choose 0 of 71.7\n" in lines
    assert "--seed" not in lines
    assert json.loads(results.read_text(encoding="utf-8"))["score"] == 7.1


def test_a_list(tmp_path: Path, snapshot: object) -> None:
    """What is graded, what is beside it, and what asks. Many files take one line."""
    files = {f"{number:03}.txt": "" for number in range(200)}
    late, early = (f"1-2 - Ann Lee - Nov {day}, 2026 905 AM" for day in (12, 9))
    write(tmp_path / "a", {f"{late}/t3_player.py": "1", f"{early}/t3_player.py": "2"})
    write(tmp_path / "b", {"1/t3_player.py": "1", "2/t3_player.py": "2"})
    write(tmp_path / "c", {"t3_player.py": "1", **files})
    lines = [printed(f"{tmp_path}/{it}", "--list", "--one") for it in "bc"]
    lines.append(printed(f"{tmp_path}/a", "--list"))
    assert "".join(lines).replace("\u2500", "") == snapshot


@pytest.mark.long
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no output to print in vain to")
@buffered_and_not
def test_output_that_can_not_be_printed(tmp_path: Path, unbuffered: str) -> None:
    """`grade` writes the table all the same, and prints one line about the error."""
    table = tmp_path / "marks.csv"
    arguments = [folder(tmp_path / "nothing", other=""), *FEW_CASES, f"--csv={table}"]
    command = ["-m", "t3_tools", "grade", *arguments]
    with open("/dev/full", "w") as full:
        done = python(*command, output=full.fileno(), PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("t3-tools: ")
    assert "nothing,,," in table.read_text(encoding="utf-8")


def test_bubblewrap_that_the_system_forbids(tmp_path: Path) -> None:
    """It is there: to install it again, or to do without it, is no advice."""
    says = "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    Path(write(tmp_path / "bin" / "bwrap", says)).chmod(0o755)
    paths = [folder(tmp_path / it, t3_player=COURSE) for it in ("a", "b")]
    where = f"{tmp_path}/bin:{os.environ['PATH']}"
    done = python("-m", "t3_tools", "grade", *paths, *FEW_CASES, PATH=where)
    error = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert re.search("map: Permission denied.*AppArmor.*root.*Docker", error)
    assert "nstall it" not in error
    assert "--unsafe" not in error


@pytest.mark.usefixtures("few_cases")
def test_cells_that_are_not_filled(tmp_path: Path) -> None:
    """What is printed says whose, and why. If all are such, nothing is graded."""
    book = write(
        tmp_path / "book.csv", "SID,First Name,HW,HW - Max Points\n1,al,,9\n2,bo,,9\n"
    )
    names = ("al_1", "bo_9", "cy_2", "zoe_7")
    paths = [
        write(tmp_path / f"{it}_assignsubmission_file_", {"a.txt": ""}) for it in names
    ]
    options = ["--seed=1", f"--gradebook={book}", f"--csv={tmp_path}/marks.csv"]
    lines = grade(*paths, *options).stderr.splitlines()
    why = "zoe: no row, or several, or number and name differ"
    told = f"has a row for 1 submission. No mark for bo, cy, {why}"
    assert lines[1].endswith(f"book.csv {told}")
    assert lines[2] == "Computing time: 15 s for a case, 150 s for a submission."
    assert lines[-1] == "No mark for al, bo, cy, zoe in the gradebook: could not be graded"
    error = grade(paths[3], *options, code=2).stderr
    assert "book.csv has no row for any student: zoe" in error


@pytest.mark.usefixtures("few_cases")
def test_the_record(tmp_path: Path) -> None:
    """It keeps the seed, which is random at first, and results. It is no submission."""
    write(tmp_path, {"alice/t3_state.py": "x = 1", "bob/b.ipynb": ""})
    record = tmp_path / "marks.json"

    def seed(*options: str, of: str = "*") -> int:
        done = grade(*map(str, tmp_path.glob(of)), "--unsafe", *options)
        assert f": {2 if of == '*' else 1} student" in done.stderr
        again = done.stdout.splitlines()[-1].split()
        return int(again[again.index("--seed") + 1])

    kept = seed(f"--resume={record}")
    assert seed(f"--resume={record}") == kept != seed(of="bob")
    assert seed("--seed=0", of="bob") == 0
    spoilt = record.read_text().replace("crash", "harm")
    assert "harm" in spoilt
    record.write_text(spoilt)
    seed(f"--resume={record}")
    seed(f"--resume={record}", of="alice")  # nothing is left to grade
    assert record.read_text() == spoilt


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        *(
            ([".", f"--weight={it}"], "Invalid value for '--weight': ")
            for it in ("x=1", "block", "block=-1")
        ),
        *(
            ([".", f"--csv={it}"], "Invalid value for '--csv': ")
            for it in (".", "no/such/folder.csv")
        ),
        ([".", "--reports=README.md/pages"], "Invalid value for '--reports': "),
        ([".", "--lend=/dev"], "there is no t3_state.py in '/dev'"),
        ([".", "--weight=T3State=0", "--weight=choose=0", "--weight=types=0"], "nothing"),
        (["docs", "--resume=README.md"], "'README.md' was not written by --resume"),
        ([".", "--gradebook=README.md"], "--gradebook needs --csv"),
        (["docs", "--gradebook=README.md", "--csv=a.csv"], "README.md is not a gradebook"),
        (["\x1babsent"], "there is no ' absent'"),
        (["docs", "tests", "--gradescope=x.json"], "--gradescope takes one submission"),
        ([".", "--one", "--class"], "--class and --names are not for --one"),
        ([".", "--gradescope=x.json", "--names=(?P<who>.*)"], "are not for --one"),
    ],
)
def test_what_makes_no_sense(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], error: str
) -> None:
    monkeypatch.chdir(ROOT)
    line = grade(*arguments, code=2).stderr
    assert error in line
    assert "\x1b" not in line


@pytest.mark.parametrize(
    ("missing", "options", "message"),
    [
        ("os.fork", [], "grade needs Linux, macOS or WSL"),
        ("mypy", [], "grade needs mypy: pip install "),
        ("jinja2", ["--reports=pages"], "reports need Jinja2: pip install "),
    ],
)
def test_what_is_missing(
    missing: str, options: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`grade` names it, and grades nothing."""
    if missing == "os.fork":
        monkeypatch.delattr(missing)
    else:
        monkeypatch.setitem(sys.modules, missing, None)
    assert grade(".", *options, code=2).stderr.startswith(f"t3-tools: {message}")
