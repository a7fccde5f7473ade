"""A submission that harms its examiner costs the others no mark, and leaves no process."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

pytest.importorskip("rich")

from commands import ROOT, environment
from handed_in import COURSE, ENOUGH, cases, folder, killer, wait_until_ended
from t3_tools.grade.results import Result
from t3_tools.grade.sandbox.examiner import Exam
from t3_tools.grade.sandbox.supervisor import examine_all
from t3_tools.grade.submissions import read
from t3_tools.grade.verdicts import Kind, Verdict

if sys.platform != "linux":
    pytest.skip("its attacks look for processes in /proc", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)

CASES = cases("transitions", "block", "lazy")

FORGER = """
import os
def choose(state):
    with open(f"/proc/{os.getppid()}/fd/1", "w") as output:
        output.write({text!r})
"""

LOOP = "def choose(state):\n    while True: pass\n"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the grader makes its temporary folders."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def verdicts(path: Path, exam: Exam, **players: str) -> dict[str, list[tuple[str, str]]]:
    """The verdicts, by name, on submissions with these players, examined two at a time."""
    read_in = [
        read(folder(path / name, t3_player=text))[0] for name, text in players.items()
    ]
    found = dict(examine_all(read_in, exam, jobs=2))
    return {
        name: [result.verdict[:2] for result in found[number]]
        for number, name in enumerate(players)
    }


EXACT = ("exact", "")
EXACT_VERDICT = Verdict(Kind.EXACT)


def given_up(harm: str) -> list[tuple[str, str]]:
    """The verdicts in four cases: the first two do this harm, the others are not tried."""
    rest = f"not tried, as 2 times in a row {harm}"
    return [("harm", harm)] * 2 + [("harm", rest)] * 2


@pytest.mark.parametrize(
    ("attack", "does"),
    [
        (killer("SIGKILL"), "kills"),
        (killer("SIGTERM"), "kills"),
        (killer("SIGSTOP"), "stops"),
        (killer("SIGKILL", generations=2), "kills"),
        (killer("SIGSTOP", generations=2), "stops"),
    ],
)
def test_killing_or_stopping_the_examiner_or_guard(
    tmp_path: Path, temporary: Path, attack: str, does: str
) -> None:
    """The supervisor replaces both, ends the attacker, and leaves no temporary folder."""
    pid = tmp_path / "pid"
    write_pid = f"open({str(pid)!r}, 'w').write(str(os.getpid()))"
    harm = attack.replace("    pid = os", f"    {write_pid}\n    pid = os")
    bad = f"{harm}    while True: pass\n"
    found = verdicts(tmp_path, Exam(CASES, 1000), bad=bad, good=COURSE)
    assert found["good"] == [EXACT] * 6
    assert found["bad"] == [EXACT, EXACT, *given_up(f"it {does} the grader")]
    wait_until_ended(pid)
    assert list(temporary.iterdir()) == []


def test_answering_after_harm(tmp_path: Path) -> None:
    """The verdict is harm, even if the submission answers after it stops the guard."""
    attack = killer("SIGSTOP", generations=2)
    found = verdicts(tmp_path, Exam(CASES[2:3], ENOUGH), bad=attack)
    assert found["bad"] == [("harm", "it stops the grader")]


def test_stopping_an_examiner_whose_guard_is_killed(tmp_path: Path) -> None:
    _, _, kill_guard = killer("SIGKILL", generations=2).partition("None:\n")
    attack = f"{killer('SIGSTOP')}{kill_guard}    while True: pass\n"
    found = verdicts(tmp_path, Exam(CASES[2:3], 1000), bad=attack)
    assert found["bad"][0][0] == "harm"


DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        with open({pid!r} + '.new', 'w') as file: file.write(str(os.getpid()))
        os.rename({pid!r} + '.new', {pid!r})
        while True: time.sleep(1)
    os._exit(0)
while not os.path.exists({pid!r}): time.sleep(0.01)
"""


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("return T3Player().choose(state)", EXACT),
        # The examiner notices the exit, although the daemon holds the pipe open.
        ("os._exit(3)", ("crash", "its process ended without an answer: exit 3")),
        pytest.param(
            "while True: pass", ("timeout", "no answer in 4 s"), marks=pytest.mark.long
        ),
    ],
)
def test_daemon_left_over(tmp_path: Path, attack: str, expected: tuple[str, str]) -> None:
    pid = tmp_path / "pid"
    body = DAEMON.format(pid=str(pid)).strip().replace("\n", "\n    ")
    player = f"{COURSE}\nimport os, time\ndef choose(state):\n    {body}\n    {attack}\n"
    assert verdicts(tmp_path, Exam(CASES[2:3], 4), bad=player) == {"bad": [expected]}
    assert not os.path.exists(f"/proc/{pid.read_text()}")


def test_results_are_read_as_they_were_written() -> None:
    case = cases("trap")[0]
    *_, (action, _) = case.state.get_transitions()  # the last action is not the best
    played = case.judge([action.col(), action.row(), action.move()])
    assert played.action == str(action)
    for verdict in (Verdict(Kind.EXACT), Verdict(Kind.CRASH, "why"), played):
        result = Result.of(case, verdict)._replace(note="tried again")
        assert Result.from_json(json.loads(json.dumps(result))) == result


@pytest.mark.parametrize(
    ("right", "forged"),
    [
        ('["exact", "", ""]', '["blunder", 5]'),
        ('["exact", "", ""]', '["blunder", "so", null]'),
        ('["exact", "", ""]', '["blunder", "so", "(0,0) = 9"]'),
        ('["exact", "", ""]', '["blunder", "so", "plays"]'),
        ('["exact", "", ""]', '["blunder", "so", "", ""]'),
        ('["exact", "", ""]', '["none"]'),
        ('["exact", "", ""]', '"exact"'),
        ('"trap"', '"none"'),
        ('"trap"', "[]"),
        ('"note"', "null"),
        ('0, "120', '"0", "120'),
    ],
)
def test_reading_forged_results(right: str, forged: str) -> None:
    """Result.from_json() raises an error, so no report has to deal with a forged result."""
    text = '["trap", 0, "120/000/000 evens", ["exact", "", ""], "note"]'
    Result.from_json(json.loads(text))
    with pytest.raises((ValueError, TypeError)):
        Result.from_json(json.loads(text.replace(right, forged)))


@pytest.mark.skipif(
    os.getuid() != 0,
    reason="only root can write to the output of a process that is not dumpable",
)
@pytest.mark.parametrize(
    "text",
    [
        '["block",7,"",["exact","",""],""]\n',
        *(
            pytest.param(it, marks=pytest.mark.long)
            for it in ("x\n", "{}\n", "x" * 200_000)
        ),
    ],
)
def test_forging_results(tmp_path: Path, text: str) -> None:
    player = FORGER.replace("{text!r}", repr(text))
    found = verdicts(tmp_path, Exam(CASES[2:], ENOUGH), bad=player, good=COURSE)
    assert found["good"] == [EXACT] * 4
    assert found["bad"] == given_up("it overwrites the output of the grader")


def late_once(path: Path) -> str:
    """A right player that once, with odds to move, creates the file `path` and sleeps."""
    return (
        f"{COURSE}\nimport os, time\ndef choose(state):\n"
        f"    if state._odd_turn and not os.path.exists({str(path)!r}):\n"
        f"        open({str(path)!r}, 'w').close()\n"
        "        time.sleep(1e6)\n"
        "    return T3Player().choose(state)\n"
    )


@pytest.mark.long
def test_a_late_case_is_tried_again_alone(tmp_path: Path) -> None:
    """The second try is exact, and a note reports the first."""
    (tmp_path / "good").mkdir()
    players = {"late": late_once(tmp_path / "slept"), "good": COURSE}
    handed_in = [read(folder(tmp_path / it, t3_player=players[it]))[0] for it in players]
    exam = Exam(CASES[2:4], seconds=1)
    (good, _), (late, results) = examine_all(handed_in, exam, jobs=2)
    assert (good, late) == (1, 0)
    assert [it.verdict for it in results] == [EXACT_VERDICT] * 2
    assert [bool(it.note) for it in results] == [True, False]
    assert "tried again alone" in results[0].note


def test_an_attack_on_a_neighbour(tmp_path: Path) -> None:
    """The supervisor tries the victim's case again, alone, so the victim loses nothing."""
    pid = tmp_path / "pid"
    victim = (
        f"{COURSE}\nimport os, time\ndef choose(state):\n"
        f"    if not os.path.exists({str(pid)!r}):\n"
        f"        with open({str(pid)!r}, 'w') as file: file.write(str(os.getppid()))\n"
        "        time.sleep(1e6)\n"
        "    return T3Player().choose(state)\n"
    )
    attacker = f"""
import os, time
def choose(state):
    while not os.path.exists({str(pid)!r}) or not os.path.getsize({str(pid)!r}):
        time.sleep(0.01)
    with open({str(pid)!r}) as file: os.kill(int(file.read()), 9)
"""
    players = {"victim": victim, "attacker": attacker}
    handed_in = [read(folder(tmp_path / it, t3_player=players[it]))[0] for it in players]
    found = dict(examine_all(handed_in, Exam(CASES[2:3], ENOUGH), jobs=2))
    assert found[0][0].verdict == EXACT_VERDICT
    told = "first harm (it kills the grader), so it was tried again alone"
    assert found[0][0].note == told
    assert found[1][0].verdict.failed


@pytest.mark.long
def test_two_of_four_late_cases_are_tried_again(tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    sleeper = (
        "import time\ndef choose(state):\n"
        f"    with open({str(tries)!r}, 'a') as file: file.write('x')\n"
        "    time.sleep(1e6)\n"
    )
    exam = Exam(cases("block", "tie"), seconds=1)
    found = verdicts(tmp_path, exam, bad=sleeper)
    assert found["bad"] == [("late", "no answer in over 4 s by the clock")] * 4
    assert len(tries.read_text()) == 4 + 2


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_signals_to_grade(tmp_path: Path, temporary: Path, number: signal.Signals) -> None:
    """A signal ends `grade` and the submission's process. Ctrl-C also leaves no folder."""
    pid = tmp_path / "pid"
    player = LOOP.replace(
        "    while",
        "    import os\n"
        f"    with open({str(pid)!r}, 'w') as file: file.write(str(os.getpid()))\n"
        "    while",
    )
    path = folder(tmp_path / "late", t3_player=player)
    grading = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "t3_tools",
            "grade",
            path,
            "--count=1",
            "--seed=12",
            "--timeout=1000",
        ],
        cwd=ROOT,
        env=environment(TMPDIR=str(temporary)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.01)
    assert list(temporary.iterdir()) != []
    grading.send_signal(number)
    grading.wait()
    assert number != signal.SIGINT or list(temporary.iterdir()) == []
    wait_until_ended(pid)
