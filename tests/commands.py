"""Run a program as its user does: through pipes, or in a pseudo-terminal."""

import atexit
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

with suppress(ImportError):
    import pexpect

ROOT = Path(__file__).parent.parent
KEPT = ["HOME", "PATH", "SYSTEMROOT", "TEMP", "TMPDIR"]
"""The environment variables that a test passes on to a process: they name folders."""
FEW_CASES = ["--count=1", "--seed=12"]
"""Options of `grade`: a seed and a count whose cases it finds quickly."""

buffered_and_not = pytest.mark.parametrize("unbuffered", ["", "1"])
"""Runs a test twice: with buffered and with unbuffered output of Python."""

STATES, NUMBERS = tempfile.mkdtemp(), count()
"""Where the games of tests keep what waits for the next time: each in its own folder."""
atexit.register(shutil.rmtree, STATES, ignore_errors=True)


def environment(**variables: str) -> dict[str, str]:
    """The environment for a process: KEPT, LANG, PYTHONPATH, and these `variables`."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    own = {"XDG_STATE_HOME": str(Path(STATES, str(next(NUMBERS))))}
    return {**kept, **own, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), **variables}


def python(
    *arguments: str,
    typed: str | bytes = "",
    folder: Path = ROOT,
    output: int = subprocess.PIPE,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments in a folder; any exit code will do.

    `output` is the file that it prints to, `env` adds variables to its environment.
    """
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(**{"PYTHONIOENCODING": "utf-8", **env}),
        input=typed.encode() if isinstance(typed, str) else typed,
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
    )
    printed = (done.stdout or b"").decode(), done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, *printed)


def start(
    *arguments: str, output: int = subprocess.DEVNULL, **env: str
) -> subprocess.Popen[str]:
    """Start Python with these arguments. It can get Ctrl-C even if these tests can't.

    `output` is the file that it prints to, errors, too, or subprocess.PIPE for two pipes.
    """
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(**env),
        stdout=output,
        stderr=output,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def run(
    module: str,
    *options: str,
    typed: str | bytes = "",
    code: int = 0,
    folder: Path = ROOT,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """Run `python -m module`. Fails if it prints a traceback or exits with another code."""
    pipe = subprocess.PIPE
    done = python("-m", module, *options, typed=typed, folder=folder, output=pipe, **env)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode == code, done.stderr
    return done


def call(
    main: Callable[[Sequence[str]], int | None],
    *options: str,
    typed: str | bytes = "",
    code: int = 0,
    window: tuple[int, int] | None = None,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """Like `run`, but calls `main` in this process, which takes a tenth of the time.

    With a `window`, its columns and rows, the program believes that it is in a terminal,
    where the line "^C" is Ctrl-C. Tests of how a process starts and ends, of signals and of
    workers need `run`.
    """
    output, errors = io.BytesIO(), io.BytesIO()
    given = io.BytesIO(typed.encode() if isinstance(typed, str) else typed)
    stream = Window if window else io.TextIOWrapper
    stdout = stream(output, encoding="utf-8")
    stdin = stream(given, encoding="utf-8")
    stderr = io.TextIOWrapper(errors, encoding="utf-8", errors="backslashreplace")
    columns, rows = window or (80, 24)
    size = {"COLUMNS": f"{columns}", "LINES": f"{rows}", "TERM": "xterm"}
    with (
        patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        patch.dict(os.environ, environment(**{**size, **env}), clear=True),
    ):
        changed = signal.SIGINT, signal.SIGCONT, signal.SIGWINCH
        handlers = [*map(signal.getsignal, changed)]
        try:
            ended = main(options) or 0
        except SystemExit as leaving:
            ended = int(leaving.code or 0)
        for number, handler in zip(changed, handlers):
            signal.signal(number, handler)
        stdout.flush()
        stderr.flush()
    out, err = output.getvalue().decode(), errors.getvalue().decode()
    assert ended == code, err
    return subprocess.CompletedProcess(options, ended, out, err)


@cache
def pseudo_terminal() -> int:
    """A file descriptor of a pseudo-terminal, for all tests of this process."""
    if not hasattr(os, "openpty"):
        pytest.skip("needs pseudo-terminals")
    return os.openpty()[1]


class Window(io.TextIOWrapper):
    """A stream that passes for a terminal: it echoes what is read, and knows Ctrl-C."""

    def fileno(self) -> int:
        """The number of a file that is a terminal."""
        return pseudo_terminal()

    def isatty(self) -> bool:
        """Whether it is a terminal: it claims so."""
        return True

    # By its types io.IOBase, a base class of all streams, reads lines of bytes.
    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """The next line."""
        line = super().readline(size)
        print(line, end="")
        if line == "^C\n":
            raise KeyboardInterrupt
        return line


def screens(output: str, lines: Sequence[str]) -> list[str]:
    """What a terminal of `call` showed when each line was typed, and at last the rest."""
    shots, waiting, rest = [], list(lines), ""
    for rest in output.split("\033[H\033[J"):
        while waiting and f"> {waiting[0]}\n" in rest:
            before, rest = rest.split(f"> {waiting[0]}\n", 1)
            shots.append(f"{before}> {waiting.pop(0)}\n")
    return [*shots, rest]


def wait_until_asleep(pid: int) -> None:
    """Wait until a process sleeps at its prompt. Returns at once if there is no /proc.

    If Ctrl-C comes after the prompt is shown, but before Python waits for a line, Python
    handles it only at the next key.
    """
    status = Path(f"/proc/{pid}/stat")
    while status.exists() and " S " not in status.read_text(encoding="utf-8"):
        time.sleep(0.01)


class Terminal:
    """A module that runs in a pseudo-terminal. The test needs pexpect."""

    def __init__(
        self,
        module: str,
        *options: str,
        folder: Path = ROOT,
        **env: str,
    ) -> None:
        if "pexpect" not in globals():
            pytest.skip("not installed: pexpect")
        self.process: Any = pexpect.spawn(
            sys.executable,
            ["-m", module, *options],
            cwd=str(folder),
            timeout=60,
            encoding="utf-8",
            env=environment(**{"TERM": "xterm", **env}),
            # If the tests run with Ctrl-C ignored, the process would inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        self.process.delaybeforesend = None

    def wait_for(self, text: str) -> str:
        """Wait until `text` is shown, and return what is shown before it."""
        self.process.expect_exact(text)
        return str(self.process.before)

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.process.sendline(line)

    def interrupt(self) -> None:
        """Type Ctrl-C when the program waits at a prompt."""
        wait_until_asleep(self.process.pid)
        self.process.sendintr()

    def finish(self, code: int) -> str:
        """Wait for the end, check the exit code, and return what is shown until then."""
        screen = str(self.process.read())
        assert "Traceback" not in screen
        self.process.wait()  # as close() would kill a program that takes long to end
        self.process.close()
        assert self.process.exitstatus == code
        return screen
