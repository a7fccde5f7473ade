"""`t3-tools COMMAND`, or `python -m t3_tools COMMAND`: the tools' commands."""

import os
import sys

if os.path.realpath(__file__) != os.path.join(os.getcwd(), "t3_tools", "__main__.py"):
    # The folder one stands in may be a submission. Its t3_player.py would be our player.
    sys.path[:] = [it for it in sys.path if os.path.realpath(it) != os.getcwd()]
    # So could what worker processes import before they have the path of this one.
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["PYTHONPATH"] = os.pathsep.join(
        it
        for it in os.environ.get("PYTHONPATH", "").split(os.pathsep)
        if it and os.path.realpath(it) != os.getcwd()
    )

import signal
from collections import UserDict
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from importlib import import_module
from importlib.util import find_spec
from types import FrameType
from typing import TYPE_CHECKING, Any

from t3_play import __version__, program
from t3_play.program import complain, printable
from t3_tools.extras import to_install
from t3_tools.refused import RefusedError

if TYPE_CHECKING:
    from click import Group

PROGRAM = "t3-tools"

HELP = """\
Tools for teachers and students of Tic-Tac-Total.

`t3-tools COMMAND --help` explains a command.
"""

EXIT_CODES = """\
\b
Exit codes:
  0    done
  1    a failure while running, such as output that cannot be written
  2    bad options, or a file or folder not found
  130  Ctrl-C
  143  ended by SIGTERM
"""

COMMANDS = {
    "autograder": "t3_tools.autograder.command:autograder",
    "explain": "t3_tools.explain.command:explain_command",
    "grade": "t3_tools.grade.command:grade",
    "page": "t3_tools.page.command:page",
    "sample": "t3_tools.sample:sample",
    "solve": "t3_tools.solve.command:solve",
    "starter": "t3_tools.starter.command:starter",
}
"""The module of each command, and its name there."""


class Commands(UserDict[str, Any]):
    """COMMANDS, each of which is imported when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        """The command of this name."""
        module, _, attribute = super().__getitem__(name).partition(":")
        return getattr(import_module(module), attribute)


def commands() -> "Group":
    """All commands. Imports click only when called: without it, `work` says what to do."""
    from click import Group, version_option

    group = Group(commands=Commands(COMMANDS), help=HELP, epilog=EXIT_CODES)
    return version_option(__version__, message=f"{PROGRAM} {__version__}")(group)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of `sys.argv` or `arguments`; returns the exit code."""
    chosen = sys.argv[1:] if arguments is None else list(arguments)
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        return program.run(PROGRAM, lambda: work(chosen))
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    """End as after Ctrl-C, or at the second such signal at once."""
    signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt(128 + number)


def work(arguments: list[str]) -> int:
    """Parse the arguments and run their command; returns the exit code."""
    for name in ("click", "rich"):
        if find_spec(name) is None:
            return complain(PROGRAM, f"the tools need {name}: {to_install('tools')}", 1)
    from click import ClickException
    from click.exceptions import Exit

    tools = commands()
    try:
        # Not tools.main(), which handles Ctrl-C and closed pipes in its own way.
        with tools.make_context("t3-tools", arguments or ["--help"]) as context:
            tools.invoke(context)
    except Exit as leaving:  # after --help
        return leaving.exit_code
    except ClickException as error:
        return complain(PROGRAM, printable(error.format_message()), error.exit_code)
    except RefusedError as error:
        return complain(PROGRAM, printable(str(error)), 2)
    except BrokenExecutor:
        return complain(PROGRAM, "a worker was killed, perhaps by the code that it ran", 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
