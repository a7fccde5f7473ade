"""The certificates of who wins, and the checker that reads them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from t3_player import Clock
from t3_state import T3Action
from t3_tools.__main__ import work
from t3_tools.solve import check as checker
from t3_tools.solve import command
from t3_tools.solve.check import Refused, check
from t3_tools.solve.command import Task, decide, show
from t3_tools.solve.proofs import Proof, certificate

FOLDER = Path(checker.__file__).parent / "certificates"
PROOFS = [
    ("odds-first-6", 6),
    ("odds-first-7", 7),
    ("odds-first-even", 8),
    ("odds-first-odd", 9),
    *[
        pytest.param(f"odds-first-{parity}", size, marks=pytest.mark.long)
        for size, parity in zip(range(10, 18), ["even", "odd"] * 4)
    ],
]


def stored(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("ascii")


@pytest.mark.parametrize(("name", "size"), PROOFS)
def test_certificates_prove_their_win(name: str, size: int) -> None:
    count, _ = check(stored(name), size)
    assert count > 0


@pytest.mark.parametrize(("parity", "size"), [("even", 18), ("odd", 19)])
def test_the_proofs_stop_growing(parity: str, size: int) -> None:
    needs = check(stored(f"odds-first-{parity}"), size)
    assert needs[1] + 2 <= size // 2
    assert check(stored(f"odds-first-{parity}"), size + 82) == needs


@pytest.mark.parametrize("line", [2, 40, 100])
@pytest.mark.parametrize("change", ["missing", "illegal", "losing"])
def test_a_corrupted_certificate_is_refused(line: int, change: str) -> None:
    lines = stored("odds-first-6").splitlines()
    position = lines[line].split()[:-1]
    changed = {
        "missing": [],
        "illegal": [" ".join([*position, position[0]])],
        "losing": [" ".join([*position, position[0][:2] + "2"])],
    }
    lines[line : line + 1] = changed[change]
    with pytest.raises(Refused):
        check("\n".join(lines), 6)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "odds",
        "nobody odds aa3",
        "odds odds aa2",
        "odds odds bb3",
        "odds odds ++3",
        "odds odds a3",
    ],
)
def test_a_text_that_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        check(text, 6)


@pytest.mark.parametrize(
    ("first", "start", "size"),
    [
        ("odds", ["aa3"], 4),
        ("odds", [], 3),
        ("odds", ["++1"], 7),
        pytest.param("evens", [], 6, marks=pytest.mark.long),
    ],
)
def test_the_checker_accepts_what_is_found(first: str, start: list[str], size: int) -> None:
    text = certificate(first, start, size, Clock())
    assert text is not None
    assert check(text, size)


def test_a_tie_has_no_certificate() -> None:
    assert certificate("odds", [], 2, Clock()) is None


@pytest.mark.parametrize(
    ("size", "odd", "expected"),
    [
        (2, True, None),
        (3, True, False),
        (4, False, False),
        (6, False, True),
        (9, True, True),
    ],
)
def test_who_wins(size: int, odd: bool, expected: bool | None) -> None:
    """decide() proves that odds or evens win, or finds no proof if the game is a tie."""
    proof = decide(Task(size, odd))
    assert (proof and proof.odds_win) == expected


def test_the_proof_of_a_board_is_as_large_as_its_certificate() -> None:
    for size in (6, 7):
        proof, text = decide(Task(size, True)), certificate("odds", [], size, Clock())
        assert proof
        assert text
        assert check(text, size) == (proof.answers, proof.pairs)
        assert not proof.serves_larger(size)
        assert proof.serves_larger(12)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run finishes the first, and writes certificates that the checker accepts."""
    monkeypatch.setattr(command, "LARGEST", 6)
    monkeypatch.setattr(command, "LARGEST_MOVED", 6)
    record, proofs = tmp_path / "solved.json", tmp_path / "proofs"
    one = ["solve", "--jobs", "1", "--resume", str(record)]
    assert work(one) == 0
    known = json.loads(record.read_text())
    assert [6, True, None, [True, 7, 154, 3]] in known
    record.write_text(json.dumps(known[:3]))
    assert work([*one, "--write", str(proofs)]) == 0
    assert json.loads(record.read_text()) == known
    assert check((proofs / "evens-first-6.txt").read_text(), 6) == (1660, 3)
    assert len(list(proofs.iterdir())) == 8


def test_the_table_says_with_which_actions_one_wins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    won, lost = Proof(True, 7, 9, 5), Proof(False, 8, 9, 6)
    first, second = T3Action(0, 0, 1), T3Action(7, 7, 1)
    show({Task(15, True): won, Task(15, True, first): won, Task(15, True, second): lost})
    show({Task(16, True): won, Task(16, True, first): won})
    show({Task(16, False): won, Task(16, False, first): won})
    shown = capsys.readouterr().out
    assert "all but (7,7) = 1" in shown
    assert "any" in shown
    assert "none" in shown
    assert shown.count("larger even N") == 2
    assert "larger odd N" not in shown


@pytest.mark.parametrize("text", ["", "{}x", "[1]", "[[1, true, [1], null]]"])
def test_another_file_is_no_file_to_resume(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").write_text(text)
    assert work(["solve", "--resume", str(tmp_path / "notes")]) == 2
    assert "no file of --resume" in capsys.readouterr().err
    assert (tmp_path / "notes").read_text() == text


@pytest.mark.parametrize(
    ("name", "sizes", "shown", "refused"),
    [
        ("odds-first-6.txt", ["6", "8"], "6 x 6: proven", "8 x 8: refused: "),
        ("odds-first-6.txt", ["six"], "", "six x six: refused: invalid literal"),
        ("absent.txt", ["6"], "", "6 x 6: refused: [Errno 2] No such file"),
    ],
)
def test_the_checker_runs_alone(
    name: str, sizes: list[str], shown: str, refused: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-I", checker.__file__, FOLDER / name, *sizes],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.startswith(shown)
    assert done.stderr.startswith(refused)
