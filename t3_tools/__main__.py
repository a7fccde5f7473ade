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

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING

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
"""


def commands() -> "Group":
    """All commands.

    Imports them only when called. Then Ctrl-C exits cleanly even during loading, and `work`
    can say what to install if a package is missing.
    """
    from click import Group, version_option

    from t3_tools.atlas import atlas
    from t3_tools.autograder.command import autograder
    from t3_tools.explain.command import explain_command
    from t3_tools.grade.command import grade
    from t3_tools.page.command import page
    from t3_tools.sample import sample
    from t3_tools.solve.command import solve
    from t3_tools.starter.command import starter

    tools = [atlas, autograder, explain_command, grade, page, sample, solve, starter]
    group = Group(commands=tools, help=HELP, epilog=EXIT_CODES)
    return version_option(__version__, message=f"{PROGRAM} {__version__}")(group)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of `sys.argv` or `arguments`; returns the exit code."""
    chosen = sys.argv[1:] if arguments is None else list(arguments)
    return program.run(PROGRAM, lambda: work(chosen))


def work(arguments: list[str]) -> int:
    """Parse the arguments and run their command; returns the exit code."""
    try:
        tools = commands()
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        return complain(PROGRAM, f"the tools need {error.name}: {to_install('tools')}", 1)
    from click import ClickException
    from click.exceptions import Exit

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
