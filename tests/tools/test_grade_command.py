"""The command `grade`: marks, reports, and error messages."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("rich")
pytest.importorskip("mypy")
pytest.importorskip("jinja2")

from commands import FEW_CASES, ROOT, Terminal, buffered_and_not, environment, run
from handed_in import COURSE, STATE, folder
from t3_tools.__main__ import main
from t3_tools.grade import command
from t3_tools.grade.cases import PARTS, Recipe, make
from uploads import CANVAS, CANVAS_READ, MOODLE, MOODLE_READ, STRANGE, write, zipped

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)


OVER = make(Recipe(1, "game-over", 0)).position
BLOCK = make(Recipe(1, "block", 1)).position


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `grade` ask only a trap, two cases that a course solution passes, and mypy."""
    three = [Recipe(1, "trap", 1), Recipe(1, "block", 1), Recipe(1, "game-over", 0)]
    few = [*three, Recipe(1, "mypy", 0)]
    monkeypatch.setattr(command, "recipes", lambda seed, count: few)


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_marks_of_a_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table has a row for each submission, and is the same with one or two jobs."""
    names = ["exact", "[b]none[b]", "late", "out"]
    late = "def choose(state: object) -> None:\n    while True: pass\n"
    for name, player in zip(names, [COURSE, "def choose(state): return None", late]):
        folder(tmp_path / name, t3_player=player, t3_state=STATE)
    folder(tmp_path / "out", other="")
    paths = [str(tmp_path / name) for name in names]
    told = []
    for jobs in ("1", "2"):
        table = tmp_path / f"marks{jobs}.csv"
        options = ["--timeout=3", f"--jobs={jobs}", f"--csv={table}"]
        assert main(["grade", *paths, *options]) == 0
        told.append((capsys.readouterr().out, table.read_text(encoding="utf-8")))
    assert told[0][1] == told[1][1]
    possible, *rows = csv.DictReader(told[0][1].splitlines())
    assert (possible["T3"], possible["block"]) == ("100", "5 (read only)")
    assert [row["Student"] for row in rows] == names
    assert [row["T3"] for row in rows] == ["15", "5", "10", "0"]
    assert [row["T3State"] for row in rows] == ["5", "5", "5", "0"]
    assert [row["block"] for row in rows] == ["5", "0", "0", "0"]
    assert rows[3]["remarks"] == "it has no t3_player.py, but other.py"
    lines = [line.split() for line in told[0][0].splitlines()]
    assert lines[1][:7] == ["submission", "mark", *PARTS, "exact", "blunder"]
    assert ["exact", "15", "5", "5", "5", "3", "1"] in lines
    assert ["[b]none[b]", "5", "5", "0", "0", "1", "1", "2"] in lines
    assert "out: it has no t3_player.py, but other.py" in told[0][0]


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_report_of_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report prints rich's markup as text, and a space for a control character."""
    player = "def choose(state):\n    raise ValueError('[/red] \\x1b[2J')\n"
    path = folder(tmp_path / "[bold]", t3_player=player, t3_state=STATE)
    results_file = tmp_path / "results.json"
    options = ["--weight=block=10", "--weight=mypy=0", f"--gradescope={results_file}"]
    assert main(["grade", path, *options]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert [line.split() for line in out.splitlines() if line.startswith(" block  ")] == [
        ["block", "1", "1", "0", "of", "10"]
    ]
    assert "\n[bold]: 5 of 100\nT3State 5 of 35, choose 0 of 65\n" in out
    assert (
        "\nall 2 cases of choose\n  crash: ValueError: [/red]  [2J (t3_player.py, line 2)\n"
    ) in out
    report = json.loads(results_file.read_text(encoding="utf-8"))
    assert report["score"] == 5
    assert sum(test.get("score", 0) for test in report["tests"]) == report["score"]
    told = "ValueError: [/red]  [2J (t3_player.py, line 2)"
    rows = [(it["name"], it["visibility"], it.get("output")) for it in report["tests"]]
    assert rows[:4] == [
        ("T3State", "visible", None),
        ("choose", "visible", None),
        ("types", "visible", None),
        ("game-over 1", "visible", "exact\n001/463/403 odds"),
    ]
    assert rows[4:-1] == [
        ("block 2", "visible", "crash (-10)"),
        ("block 2", "after_due_date", f"{BLOCK}\n{told}"),
        ("trap 2", "visible", "crash"),
        ("trap 2", "after_due_date", f"010/416/000 evens\n{told}"),
    ]
    assert sorted(os.listdir(tmp_path)) == ["[bold]", "results.json"]


def test_each_result_is_printed_at_once(tmp_path: Path) -> None:
    """`grade` prints the first result while the player computes on in the second case."""
    player = "def choose(state):\n    while True: pass\n"
    path = folder(tmp_path / "late", t3_player=player, t3_state=STATE)
    terminal = Terminal("t3_tools", "grade", path, "--timeout=1000", *FEW_CASES)
    terminal.wait_for("mypy 1              wrong")
    terminal.interrupt()
    terminal.finish(130)


@pytest.mark.long
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no folder to write in vain in")
@pytest.mark.parametrize("option", ["--csv=/proc/marks.csv", "--gradescope=/proc/x"])
def test_a_file_that_can_not_be_written(tmp_path: Path, option: str) -> None:
    """`grade` prints the mark all the same, and one line about the error."""
    path = folder(tmp_path / "nothing", other="")
    done = run("t3_tools", "grade", path, *FEW_CASES, option, code=1)
    assert "\nnothing: 0 of 100\n" in done.stdout
    _, complaint = done.stderr.splitlines()  # the first says how long a case may take
    assert complaint.startswith("t3_tools: ")


@pytest.mark.long
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no output to print in vain to")
@buffered_and_not
def test_output_that_can_not_be_printed(tmp_path: Path, unbuffered: str) -> None:
    """`grade` writes the table all the same, and prints one line about the error."""
    path = folder(tmp_path / "nothing", other="")
    table = tmp_path / "marks.csv"
    arguments = [sys.executable, "-m", "t3_tools", "grade", path, *FEW_CASES]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*arguments, f"--csv={table}"],
            cwd=ROOT,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    _, complaint = done.stderr.splitlines()  # the first says how long a case may take
    assert complaint.startswith(b"t3_tools: ")
    assert "nothing,,,0," in table.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_a_seed_that_is_not_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`grade` draws a seed, prints it, and keeps it in the record."""
    path = folder(tmp_path / "nothing", other="")
    record = f"--resume={tmp_path / 'results.json'}"

    def seed(*options: str) -> int:
        assert main(["grade", path, *options]) == 0
        again = capsys.readouterr().out.splitlines()[-1].split()
        return int(again[again.index("--seed") + 1])

    assert seed() != seed()
    assert seed(record) == seed(record)
    assert seed("--seed=0") == 0
    assert main(["grade", path, record, "--seed=1"]) == 2
    assert "has results of another seed" in capsys.readouterr().err


@pytest.mark.usefixtures("few_cases")
def test_pages(tmp_path: Path) -> None:
    for name in ("alice", "bob"):
        folder(tmp_path / name, other="")
    paths = [str(tmp_path / name) for name in ("alice", "bob")]
    pages = tmp_path / "new" / "pages"
    assert main(["grade", *paths, f"--reports={pages}"]) == 0
    assert sorted(os.listdir(pages)) == ["alice.html", "bob.html", "index.html"]
    page = (pages / "bob.html").read_text(encoding="utf-8")
    assert "<title>bob: 0 of 100</title>" in page
    assert "it has no t3_player.py" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no_such"], "there is no 'no_such'"),
        ([".", ".", "--gradescope=x.json"], "--gradescope takes one submission"),
    ],
)
def test_requests_that_make_no_sense(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", *arguments]) == 2
    assert capsys.readouterr().err == f"t3_tools: {message}\n"


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_names_that_confuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`grade` prints no control character, and the CSV has no formula."""
    monkeypatch.chdir(tmp_path)
    for name in ("-bob", "=1+1", "a\x1b[2Jb"):
        folder(Path(name), other="")
    assert main(["grade", "--csv=marks.csv", "--", "-bob", "=1+1", "a\x1b[2Jb"]) == 0
    rows = list(csv.reader((tmp_path / "marks.csv").read_text().splitlines()))
    assert [row[0] for row in rows[2:]] == ["'-bob", "'=1+1", "a [2Jb"]
    record = Path("\x1brecord")
    record.write_text("none\n")
    assert main(["grade", "\x1babsent"]) == 2
    assert main(["grade", "--", "-absent"]) == 2
    assert main(["grade", "--csv=\x1bno/marks.csv", "a\x1b[2Jb"]) == 2
    assert main(["grade", "--", "-bob"]) == 0
    assert main(["grade", f"--resume={record}", "=1+1"]) == 2
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert " -bob " in out
    assert "there is no '-absent'" in err


def test_a_system_without_fork(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr("os.fork")
    assert main(["grade", "."]) == 2
    assert capsys.readouterr().err == "t3_tools: grade needs Linux, macOS or WSL\n"


@pytest.mark.parametrize(
    ("missing", "options", "message"),
    [
        ("mypy", [], "grade needs mypy: pip install "),
        ("jinja2", ["--reports=pages"], "--reports needs Jinja2: pip install "),
    ],
)
def test_a_package_that_is_missing(
    missing: str,
    options: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`grade` names the package, and grades nothing."""
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["grade", ".", *options]) == 2
    assert capsys.readouterr().err.startswith(f"t3_tools: {message}")


@pytest.mark.parametrize(
    "option",
    [
        *(f"--weight={it}" for it in ("x=1", "block", "block=", "block=-1", "block=nan")),
        *(f"--csv={it}" for it in ("", ".", "no/such/folder.csv")),
        "--gradescope=/dev/null",
        "--reports=/dev/null",
        "--user=no such user",
    ],
)
def test_options_that_make_no_sense(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", ".", option]) == 2
    assert f"Invalid value for '{option.partition('=')[0]}': " in capsys.readouterr().err


def test_the_user_by_name() -> None:
    assert command._user("root") == (0, 0)


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    """It has examples, and names the page that explains the rest."""
    assert main(["grade", "--help"]) == 0
    out = capsys.readouterr().out
    assert "t3-tools grade my_folder" in out
    assert "docs/grading.md" in out


@pytest.mark.usefixtures("few_cases")
def test_regrade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It grades the submissions of these names again, or all, and keeps other results."""
    for name in ("alice", "bob"):
        folder(tmp_path / name, **{name: ""})
    paths = [str(tmp_path / name) for name in ("alice", "bob")]
    record = tmp_path / "marks.json"

    def spoil_and_grade(*options: str) -> list[bool]:
        """Whether the spoilt results of each are still there after grading."""
        text = record.read_text().replace("could not run", "crash")
        record.write_text(text)
        assert main(["grade", *paths, f"--resume={record}", *options]) == 0
        _, known = json.loads(record.read_text())
        return sorted("crash" in json.dumps(results) for results in known.values())

    assert main(["grade", *paths, f"--resume={record}"]) == 0
    assert spoil_and_grade() == [True, True]
    assert spoil_and_grade("--regrade=bob") == [False, True]
    assert spoil_and_grade("--regrade=all") == [False, False]
    capsys.readouterr()
    assert main(["grade", *paths, f"--resume={record}", "--regrade=carol"]) == 2
    assert "no submission 'carol'" in capsys.readouterr().err


def test_a_folder_to_lend_without_a_state(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", ".", f"--lend={tmp_path}"]) == 2
    assert "there is no t3_state.py in" in capsys.readouterr().err


@pytest.mark.usefixtures("few_cases")
def test_strange_uploads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each thing that was handed in has one row and one page. Nothing stops the class."""
    for name, (content, _) in STRANGE.items():
        write(tmp_path / "handed_in" / name, content)
    write(tmp_path / "handed_in" / "canvas.zip", zipped(CANVAS))
    write(tmp_path / "handed_in" / "moodle.zip", zipped(MOODLE))
    paths = sorted(str(path) for path in (tmp_path / "handed_in").iterdir())
    table, pages = tmp_path / "marks.csv", tmp_path / "pages"
    assert main(["grade", *paths, f"--csv={table}", f"--reports={pages}"]) == 0
    _, *rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    named = {**CANVAS_READ, **MOODLE_READ}
    assert {row["Student"].rpartition("/")[2] for row in rows} == {*STRANGE, *named}
    assert len(rows) == len(STRANGE) + len(named)
    told = {row["Student"].rpartition("/")[2]: row["remarks"] for row in rows}
    for name, (_, fault) in STRANGE.items():
        assert told[name].startswith(fault)
    for name, read in named.items():
        assert read == told[name] or isinstance(read, dict)
    numbers = {row["Student"].rpartition("/")[2]: row["ID"] + row["LATE"] for row in rows}
    assert (numbers["doejane"], numbers["roerick"]) == ("123", "99LATE")
    assert len(os.listdir(pages)) == len(rows) + 1
    assert "Traceback" not in "".join(capsys.readouterr())


@pytest.mark.usefixtures("few_cases")
def test_the_table_is_one_that_canvas_imports(tmp_path: Path) -> None:
    """The heading has the columns Canvas asks for, and it skips all after the mark."""
    path = write(tmp_path / "canvas.zip", zipped(CANVAS))
    table = tmp_path / "marks.csv"
    assert main(["grade", path, f"--csv={table}"]) == 0
    headings, possible, *_ = csv.reader(table.read_text(encoding="utf-8").splitlines())
    assert headings[:4] == ["Student", "ID", "Section", "T3"]
    assert possible[:4] == ["Points Possible", "", "", "100"]
    assert all("read only" in cell for cell in possible[4:])
