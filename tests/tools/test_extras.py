"""The commands say how to install a package that is missing."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from commands import ROOT, environment

pytest.importorskip("rich")

from t3_tools import extras


def test_what_to_install_in_a_folder_with_the_project(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    assert extras.to_install("tools") == "pip install -e '.[tools]'"
    monkeypatch.chdir(tmp_path)
    assert extras.to_install("tools") == f"pip install -e '{ROOT}[tools]'"


def test_what_to_install_as_a_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "t3_tools" / "options.py"))
    assert extras.to_install("cluster") == "pip install 'tic-tac-total[cluster]'"


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        ("t3_tools", "t3_tools: the tools need click: pip install -e '.[tools]'\n"),
        (
            "benchmarks.audit",
            "benchmarks.audit needs rich: pip install -e '.[bench]'\n",
        ),
    ],
)
def test_without_packages(module: str, complaint: str, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    python = tmp_path / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    done = subprocess.run(
        [python, "-m", module],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.returncode, done.stdout) == (complaint, 1, "")
