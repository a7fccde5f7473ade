"""Running a program as its user does: through pipes, or in a pseudo-terminal."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

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


def python(
    *arguments: str, typed: str | bytes = "", folder: Path = ROOT, **env: str
) -> subprocess.CompletedProcess[str]:
    """Python with these arguments in a folder, however it ends.

    `env` are variables of its environment beside the usual ones.
    """
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(**{"PYTHONIOENCODING": "utf-8", **env}),
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def run(
    module: str,
    *options: str,
    typed: str | bytes = "",
    code: int = 0,
    folder: Path = ROOT,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """`python -m module`; checks the exit code, and that no traceback shows."""
    done = python("-m", module, *options, typed=typed, folder=folder, **env)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode == code, done.stderr
    return done


def call(
    main: Callable[[Sequence[str]], int | None],
    *options: str,
    typed: str | bytes = "",
    code: int = 0,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """What `run` does, but with `main` in this process: it takes a tenth of the time.

    What only a process shows is for `run`: how it starts and ends, signals, workers.
    """
    output, errors = io.BytesIO(), io.BytesIO()
    given = io.BytesIO(typed.encode() if isinstance(typed, str) else typed)
    stdin, stdout = (io.TextIOWrapper(it, encoding="utf-8") for it in (given, output))
    stderr = io.TextIOWrapper(errors, encoding="utf-8", errors="backslashreplace")
    with (
        patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        patch.dict(os.environ, environment(**{"COLUMNS": "80", **env}), clear=True),
    ):
        try:
            ended = main(options) or 0
        except SystemExit as leaving:
            ended = int(leaving.code or 0)
        stdout.flush()
        stderr.flush()
    shown, told = output.getvalue().decode(), errors.getvalue().decode()
    assert ended == code, told
    return subprocess.CompletedProcess(options, ended, shown, told)


def wait_until_asleep(pid: int) -> None:
    """Until a process waits for what is typed; Linux alone tells.

    A Ctrl-C that comes when the prompt is shown but not yet waited at is kept back by
    Python until the next key.
    """
    status = Path(f"/proc/{pid}/stat")
    while status.exists() and " S " not in status.read_text(encoding="utf-8"):
        time.sleep(0.01)


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
            timeout=60,
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

    def interrupt(self) -> None:
        """Type Ctrl-C at a prompt."""
        wait_until_asleep(self.process.pid)
        self.process.sendintr()

    def finish(self, code: int) -> str:
        """What is shown until the end; checks the exit code."""
        screen = str(self.process.read())
        assert "Traceback" not in screen
        self.process.wait()  # for close() ends what takes long to end
        self.process.close()
        assert self.process.exitstatus == code
        return screen
