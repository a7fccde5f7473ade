"""What the commands have in common on the command line."""

import argparse
import os
import re


class UsageError(ValueError):
    """What was asked for can't be done: it ends the program with one line and code 2."""


def count(text: str) -> int:
    """A whole number from 1, as the value of an option."""
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def seed(text: str) -> int:
    """A whole number from 0, as the value of --seed."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument(
        "--json", action="store_true", help="print JSON, for machines, in place of tables"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add --jobs and --dask, which say where the work is done."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--jobs",
        type=count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="work in N processes (default: one for each processor, here %(default)s)",
    )
    group.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="work on the Dask cluster whose scheduler is at ADDRESS, such as "
        "tcp://127.0.0.1:8786; its workers must have this project installed",
    )
