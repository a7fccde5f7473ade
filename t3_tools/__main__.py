"""`t3-tools COMMAND`. With --help it lists the commands, or explains one.

A command is a module with HELP, EXAMPLES, add_arguments(parser) and run(options), which
returns the exit code.
"""

import os
import sys

if os.path.realpath(__file__) != os.path.join(os.getcwd(), "t3_tools", "__main__.py"):
    # The folder one stands in may be a submission. Its t3_player.py would be our player.
    sys.path[:] = [it for it in sys.path if os.path.realpath(it) != os.getcwd()]

import argparse
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from types import ModuleType

from t3_play import program
from t3_play.program import complain
from t3_tools.options import UsageError, to_install

PROGRAM = "t3_tools"

EXIT_CODES = """
exit codes:
  0    done
  1    a failure while running, such as output that cannot be written
  2    bad options, or something asked for that is not there
  130  Ctrl-C
"""


def commands() -> dict[str, ModuleType]:
    """The module of each command, by its name.

    Imports them only when called. So Ctrl-C ends the program cleanly also while they load,
    and `work` can say what to install if rich is missing.
    """
    from t3_tools import atlas
    from t3_tools.arena import command as arena
    from t3_tools.autograder import command as autograder
    from t3_tools.explain import command as explain
    from t3_tools.grade import command as grade
    from t3_tools.page import command as page
    from t3_tools.solve import command as solve
    from t3_tools.starter import command as starter

    return {
        "explain": explain,
        "arena": arena,
        "grade": grade,
        "autograder": autograder,
        "atlas": atlas,
        "solve": solve,
        "starter": starter,
        "page": page,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of `sys.argv` or `arguments`; returns the exit code."""
    return program.run(PROGRAM, lambda: work(arguments))


def work(arguments: Sequence[str] | None) -> int:
    """Parse the arguments and run their command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="t3-tools",
        description="What teachers, students and graders do with the exact player.",
        allow_abbrev=False,
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    try:
        for name, room in commands().items():
            subparser = subparsers.add_parser(
                name,
                help=room.HELP,
                description=room.HELP,
                epilog=f"examples:\n{room.EXAMPLES}{EXIT_CODES}",
                formatter_class=argparse.RawDescriptionHelpFormatter,
                allow_abbrev=False,
            )
            room.add_arguments(subparser)
            subparser.set_defaults(run=room.run)
    except ModuleNotFoundError as error:
        if error.name != "rich":
            raise
        return complain(PROGRAM, f"the tools need rich: {to_install('tools')}", 1)
    try:
        options = parser.parse_args(arguments)
        code: int = options.run(options)
        return code
    except UsageError as error:
        return complain(PROGRAM, str(error), 2)
    except BrokenExecutor:
        return complain(PROGRAM, "a worker was killed, perhaps by the code that it ran", 1)


if __name__ == "__main__":
    sys.exit(main())
