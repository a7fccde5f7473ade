"""`python -m t3_tools COMMAND`; with --help it lists the commands, or tells about one.

A command is a module with a line HELP, EXAMPLES, add_arguments(parser) and
run(options), which returns the exit code.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor

from t3_play import program
from t3_play.program import complain, this_program
from t3_tools.options import UsageError, to_install

PROGRAM = "t3_tools"

COMMANDS = {
    "explain": "t3_tools.explain.command",
    "arena": "t3_tools.arena.command",
    "grade": "t3_tools.grade.command",
    "autograder": "t3_tools.grade.autograder",
    "atlas": "t3_tools.atlas",
    "starter": "t3_tools.starter.command",
    "page": "t3_tools.page.command",
}
"""The module of each command."""

EXIT_CODES = """
exit codes:
  0    done
  1    a failure while running, such as output that cannot be written
  2    bad options, or something asked for that is not there
  130  Ctrl-C
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the command line names; returns the exit code."""
    return program.run(PROGRAM, lambda: work(arguments))


def work(arguments: Sequence[str] | None) -> int:
    """What the command line asks for; returns the exit code."""
    usual = "python -m t3_tools"
    called = this_program(usual)
    parser = argparse.ArgumentParser(
        prog=called,
        description="What teachers, students and graders do with the exact player.",
        allow_abbrev=False,
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    try:
        for name, module in COMMANDS.items():
            room = importlib.import_module(module)
            examples = room.EXAMPLES.replace(f"  {usual} ", f"  {called} ")
            subparser = subparsers.add_parser(
                name,
                help=room.HELP,
                description=room.HELP,
                epilog=f"examples:\n{examples}{EXIT_CODES}",
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
