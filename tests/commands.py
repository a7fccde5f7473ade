"""Running a module as its user does: through pipes, or in a pseudo-terminal."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
KEPT = ["HOME", "PATH", "SYSTEMROOT", "TEMP", "TMPDIR"]
"""The variables of the surroundings that a process is left: where things are."""
FEW_CASES = ["--count=1", "--seed=12"]
"""For `grade`: cases that take little time to find."""

buffered_and_not = pytest.mark.parametrize("unbuffered", ["", "1"])
"""For tests of what is printed: Python may hold it back until the end, or not."""


def environment(**variables: str) -> dict[str, str]:
    """What a process that a test starts has for its environment, whatever surrounds it."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), **variables}


def run(
    module: str,
    *options: str,
    typed: str | bytes = "",
    code: int = 0,
    folder: Path = ROOT,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """`python -m module` in a folder; checks the exit code, and that no traceback shows.

    `env` are variables of its environment beside the usual ones.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *options],
        cwd=folder,
        env=environment(**{"PYTHONIOENCODING": "utf-8", **env}),
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        check=False,
    )
    text = subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
    assert "Traceback" not in text.stdout + text.stderr
    assert text.returncode == code, text.stderr
    return text


class Terminal:
    """A module in a pseudo-terminal; skips the test where pexpect is missing."""

    def __init__(
        self,
        module: str,
        *options: str,
        folder: Path = ROOT,
        **env: str,
    ) -> None:
        pexpect = pytest.importorskip("pexpect")
        self.process: Any = pexpect.spawn(
            sys.executable,
            ["-m", module, *options],
            cwd=str(folder),
            timeout=10,
            encoding="utf-8",
            env=environment(**{"TERM": "xterm", **env}),
            # Whoever runs the tests may have Ctrl-C ignored, which children inherit.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        self.process.delaybeforesend = None

    def wait_for(self, text: str) -> str:
        """What is shown until `text`."""
        self.process.expect_exact(text)
        return str(self.process.before)

    def type(self, line: str) -> None:
        """Type a line, and Enter."""
        self.process.sendline(line)

    def finish(self, code: int) -> str:
        """What is shown until the end; checks the exit code."""
        screen = str(self.process.read())
        assert "Traceback" not in screen
        self.process.close()
        assert self.process.exitstatus == code
        return screen
