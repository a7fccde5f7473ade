"""The certificates of who wins, and the checker that reads them."""

import subprocess
import sys
from pathlib import Path

import pytest

from t3_engine import Clock
from t3_tools.solve import check as checker
from t3_tools.solve.check import Refused, check
from t3_tools.solve.proofs import Prover

FOLDER = Path(checker.__file__).parent / "certificates"
PROOFS = [("odds-first-6", 6), ("odds-first-even", 8)]


def certificate(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("ascii")


@pytest.mark.parametrize(("name", "size"), PROOFS)
def test_certificates_prove_their_win(name: str, size: int) -> None:
    count, _ = check(certificate(name), size)
    assert count > 0


def test_the_walk_stops_growing() -> None:
    needs = check(certificate("odds-first-even"), 18)
    assert needs[1] + 2 <= 18 // 2
    assert check(certificate("odds-first-even"), 20) == needs


@pytest.mark.parametrize("line", [1, 40, 100])
@pytest.mark.parametrize("change", ["missing", "illegal", "losing"])
def test_a_corrupted_certificate_is_refused(line: int, change: str) -> None:
    lines = certificate("odds-first-6").splitlines()
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


def test_who_loses_has_no_certificate() -> None:
    assert Prover("evens", 4, Clock()).certificate("odds", ["aa3"], 8) is None


def test_the_prover_makes_what_the_checker_accepts() -> None:
    text = Prover("odds", 4, Clock()).certificate("odds", ["aa3"], 9)
    assert text is not None
    assert check(text, 4)


def test_the_checker_runs_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-I", checker.__file__, FOLDER / "odds-first-6.txt", "6", "8"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.startswith("6 x 6: proven")
    assert "8 x 8: refused" in done.stderr
