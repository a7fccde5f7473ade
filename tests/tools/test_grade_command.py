"""The command: marks and reports of a class."""

import csv
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rich")

from commands import FEW_CASES, ROOT, buffered_and_not, environment, run
from handed_in import COURSE, folder
from t3_tools.__main__ import main
from t3_tools.grade import command
from t3_tools.grade.cases import CATEGORIES, Recipe
from t3_tools.grade.marks import WEIGHTS, mark
from t3_tools.grade.submissions import Result, Submission
from t3_tools.grade.verdicts import Kind, Verdict

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = [pytest.mark.usefixtures("without_mypy"), pytest.mark.timeout(120)]


KILLER = """
import os, signal
def choose(state: object) -> None:
    with open(f"/proc/{os.getppid()}/stat") as file:
        worker = int(file.read().rpartition(")")[2].split()[1])
    os.kill(worker, signal.SIGKILL)
"""


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cases: two that a course solution passes, and a trap."""
    three = [Recipe(1, "trap", 1), Recipe(1, "block", 1), Recipe(1, "terminal", 0)]
    monkeypatch.setattr(command, "recipes", lambda seed, count: three)


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_marks_of_a_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for any number of jobs, one row each."""
    names = ["exact", "[b]none[b]", "late", "out"]
    late = "def choose(state: object) -> None:\n    while True: pass\n"
    for name, player in zip(names, [COURSE, "def choose(state): return None", late]):
        folder(tmp_path / name, t3_player=player)
    (tmp_path / "out").mkdir()
    paths = [str(tmp_path / name) for name in names]
    told = []
    for jobs in ("1", "2"):
        table = tmp_path / f"marks{jobs}.csv"
        options = ["--timeout=1", f"--jobs={jobs}", f"--csv={table}"]
        assert main(["grade", *paths, *options]) == 0
        told.append((capsys.readouterr().out, table.read_text(encoding="utf-8")))
    assert told[0] == told[1]
    rows = list(csv.reader(told[0][1].splitlines()))
    assert rows[0] == ["submission", "mark", *CATEGORIES]
    assert [row[1] for row in rows[1:]] == ["100", "93", "96", "91"]
    passed = [dict(zip(rows[0], row)) for row in rows[1:]]
    assert [row["terminal"] + row["block"] for row in passed] == ["11", "10", "00", "00"]
    lines = [line.split() for line in told[0][0].splitlines()]
    assert lines[1][:4] == ["submission", "mark", "exact", "wrong"]
    assert ["exact", "100", "3", "1"] in lines
    assert ["[b]none[b]", "93", "1", "1", "1", "1"] in lines


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_report_of_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What rich takes for markup is text, what a terminal obeys is left out."""
    player = "def choose(state):\n    raise ValueError('[/red] \\x1b[2J')\n"
    path = folder(tmp_path / "[bold]", t3_player=player)
    results_file = tmp_path / "results.json"
    options = ["--weight=block=3.5", "--weight=mypy=0", f"--gradescope={results_file}"]
    assert main(["grade", path, *options]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert [line.split() for line in out.splitlines() if line.startswith(" block  ")] == [
        ["block", "1", "1", "-3.5"]
    ]
    assert f"{path}: 94.5 of 100\n" in out
    assert (
        "\nterminal          360/626/053 odds\nblock             110/500/602 evens\n"
        "trap              201/002/001 evens\n"
        "  crash: ValueError: [/red]  [2J (t3_player.py, line 2)\n"
    ) in out
    report = json.loads(results_file.read_text(encoding="utf-8"))
    assert report["score"] == 94.5
    lost = sum(test["max_score"] - test["score"] for test in report["tests"])
    assert lost == 100 - report["score"]
    assert [(it["name"], it["max_score"], it["status"]) for it in report["tests"]] == [
        ("terminal 360/626/053 odds", 2, "failed"),
        ("block 110/500/602 evens", 3.5, "failed"),
        ("trap 201/002/001 evens", 0, "failed"),
        ("mypy", 0, "failed"),
    ]
    assert report["tests"][1]["output"].startswith("crash: ValueError: ")
    assert sorted(os.listdir(tmp_path)) == ["[bold]", "results.json"]


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [folder(tmp_path / name, t3_player=COURSE) for name in ("a", "b")]
    assert main(["grade", *paths, "--json", "--weight=trap=1"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["seed"] == 1
    assert report["weights"]["trap"] == 1
    assert [it["name"] for it in report["submissions"]] == paths
    for submission in report["submissions"]:
        assert submission["mark"] == 99
        assert [case["category"] for case in submission["cases"]] == [
            "terminal",
            "block",
            "trap",
            "mypy",
        ]
        trap = submission["cases"][2]
        assert trap["verdict"] == "blunder"
        assert trap["position"] == "201/002/001 evens"
        assert trap["lost"] == 1


@pytest.mark.long
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no folder to write in vain in")
@pytest.mark.parametrize(
    "options", [["--csv=/proc/marks.csv"], ["--json", "--gradescope=/proc/x"]]
)
def test_a_file_that_can_not_be_written(tmp_path: Path, options: list[str]) -> None:
    """What is shown is there all the same."""
    path = folder(tmp_path / "nothing")
    done = run("t3_tools", "grade", path, *FEW_CASES, *options, code=1)
    assert path in done.stdout
    assert done.stderr.startswith("t3_tools: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no output to print in vain to")
@buffered_and_not
def test_output_that_can_not_be_printed(tmp_path: Path, unbuffered: str) -> None:
    """What is to be written is there all the same."""
    path = folder(tmp_path / "nothing")
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
    assert done.stderr.count(b"\n") == 1
    assert path in table.read_text(encoding="utf-8")


def test_a_mark_is_not_below_0() -> None:
    failed = [Result("block", "", Verdict(Kind.CRASH))] * 51
    submission = Submission("x", {})
    assert mark(submission, failed[:49], WEIGHTS).mark == 2
    assert mark(submission, failed, WEIGHTS).mark == 0
    excused = Result("mypy", "", Verdict(Kind.COULD_NOT_RUN, "", excused=True))
    assert mark(submission, [excused], WEIGHTS).mark == 100


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a Dask cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
    ) as started:
        yield started.scheduler_address


@pytest.mark.long
@pytest.mark.usefixtures("few_cases")
def test_the_same_on_a_cluster(
    tmp_path: Path, cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder(tmp_path, t3_player=COURSE)
    assert main(["grade", path, "--json", "--jobs=1"]) == 0
    expected = capsys.readouterr().out
    assert main(["grade", path, "--json", f"--dask={cluster}"]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.usefixtures("few_cases")
def test_killing_what_grades_it_on_a_cluster(
    tmp_path: Path, cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [
        folder(tmp_path / "honest", t3_player=COURSE),
        folder(tmp_path / "killer", t3_player=KILLER),
    ]
    assert main(["grade", *paths, f"--dask={cluster}", "--json"]) == 0
    honest, killed = json.loads(capsys.readouterr().out)["submissions"]
    assert honest["mark"] == 100
    assert {case["reason"] for case in killed["cases"]} == {"it kills what grades it"}


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


@pytest.mark.parametrize(
    "option",
    [
        *(f"--weight={it}" for it in ("x=1", "block", "block=", "block=-1", "block=nan")),
        *(f"--csv={it}" for it in ("", ".", "no/such/folder.csv")),
        "--gradescope=/dev/null",
    ],
)
def test_options_that_make_no_sense(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", ".", option]) == 2
    assert f"argument {option.partition('=')[0]}: " in capsys.readouterr().err


def test_help_says_what_it_does_not_protect_against(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grade", "--help"]) == 0
    out = capsys.readouterr().out
    assert "what it does not protect against" in out
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (recipe,) = (it for it in readme.split("```\n") if it.startswith("docker build "))
    assert textwrap.indent(recipe, "    ") in out
    for category in CATEGORIES:
        assert f"\n  {category} " in out


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_killing_what_grades_it(tmp_path: Path) -> None:
    """It costs the others nothing, and all that is declared is reported of it."""
    paths = [
        folder(tmp_path / "honest", t3_player=COURSE),
        folder(tmp_path / "killer", t3_player=KILLER),
    ]
    told = run("t3_tools", "grade", *paths, *FEW_CASES, "--jobs=2", "--json").stdout
    honest, killed = json.loads(told)["submissions"]
    assert honest["mark"] == 100
    assert {case["reason"] for case in killed["cases"]} == {"it kills what grades it"}
    assert {case["category"] for case in killed["cases"]} == set(CATEGORIES)
