"""The console game, as a person meets it: through a pipe and in a terminal."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

GAME = str(Path(__file__).parent.parent / "t3_game.py")

LOSS = """\
================================
=              T3              =
================================
[0, 0, 0]
[0, 0, 0]
[0, 0, 0]

Enter three space-separated numbers in format: COL ROW NUMBER
[Player's Turn: Move Options [1, 3, 5]] > 1 1 5
[0, 0, 0]
[0, 5, 0]
[0, 0, 0]

[Opponent's Turn] > (0,0) = 2
[2, 0, 0]
[0, 5, 0]
[0, 0, 0]

Enter three space-separated numbers in format: COL ROW NUMBER
[Player's Turn: Move Options [1, 3, 5]] > 1 0 1
[2, 1, 0]
[0, 5, 0]
[0, 0, 0]

[Opponent's Turn] > (2,2) = 6
[2, 1, 0]
[0, 5, 0]
[0, 0, 6]

[L] You Lose!
"""


def run(
    *options: str, typed: str | bytes = "", code: int = 0
) -> subprocess.CompletedProcess[str]:
    """The game run through pipes; checks the exit code, and that no traceback shows."""
    done = subprocess.run(
        [sys.executable, GAME, *options],
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


def test_transcript() -> None:
    assert run(typed="1 1 5\n1 0 1\n").stdout == LOSS


def test_last_line_without_a_line_end() -> None:
    assert run(typed="1 1 5\n1 0 1").stdout == LOSS


@pytest.mark.parametrize(
    ("options", "typed", "ending"),
    [
        (["--board", "640/000/000"], "2 0 3\n", "[W] You Win!"),
        (["--board", "532/205/522"], "1 1 1\n", "[T] Tie Game!"),
        (["--board", "100/104/234 evens", "--play", "evens"], "1 0 2\n", "[L] You Lose!"),
        (["--board", "532/205/522 odds", "--play", "evens"], "", "[T] Tie Game!"),
        (["--board", "640/000/000 odds", "--play", "evens"], "", "[L] You Lose!"),
        (["--board", "640/030/004 odds", "--play", "evens"], "", "[W] You Win!"),
        (["--board", "640/030/004 odds", "--play", "odds"], "", "[L] You Lose!"),
        (["--size", "1"], "0 0 1\n", "[T] Tie Game!"),
    ],
)
def test_endings(options: list[str], typed: str, ending: str) -> None:
    assert run(*options, typed=typed).stdout.splitlines()[-1] == ending


def board_and_mover(output: str) -> tuple[str, str]:
    """The first board shown, and the first prompt's side: Player's or Opponent's."""
    board, _, rest = output.split("=\n", 3)[-1].partition("\n\n")
    mover = "Opponent" if rest.startswith("[Opponent") else "Player"
    return board.replace("[", "").replace("]", "").replace(", ", ""), mover


@pytest.mark.parametrize(
    ("options", "board", "mover"),
    [
        ([], "000\n000\n000", "Player"),
        (["--play", "odds"], "000\n000\n000", "Player"),
        (["--play", "evens"], "000\n000\n000", "Opponent"),
        (["--first", "evens"], "000\n000\n000", "Opponent"),
        (["--play", "evens", "--first", "evens"], "000\n000\n000", "Player"),
        (["--size", "4"], "0000\n0000\n0000\n0000", "Player"),
        (["--board", "120/000/000"], "120\n000\n000", "Player"),
        (["--board", "120/000/000", "--first", "evens"], "120\n000\n000", "Opponent"),
        (["--board", "120/000/000 evens"], "120\n000\n000", "Opponent"),
        (["--board", "120/000/000", "evens"], "120\n000\n000", "Opponent"),
        (["--board=120/000/000 evens", "--first=evens"], "120\n000\n000", "Opponent"),
    ],
)
def test_options(options: list[str], board: str, mover: str) -> None:
    assert board_and_mover(run(*options).stdout) == (board, mover)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--size", "0"], "'0' is not a whole number from 1 to 26"),
        (["--size", "-1"], "'-1' is not a whole number"),
        (["--size", "27"], "'27' is not a whole number"),
        (["--size", "3.5"], "'3.5' is not a whole number"),
        (["--size", "٣"], "is not a whole number"),
        (["--size", "9" * 5000], "is not a whole number"),
        (["--size", ""], "'' is not a whole number"),
        (["--time-limit", "-1"], "'-1' is not a number of seconds"),
        (["--time-limit", "nan"], "'nan' is not a number of seconds"),
        (["--time-limit", "soon"], "'soon' is not a number of seconds"),
        (["--play", "odd"], "invalid choice: 'odd'"),
        (["--first", "x"], "invalid choice: 'x'"),
        (["--board", "12/000/000"], "rows: 3, cells in row 0: 2"),
        (["--board", "120/000/007"], "column 2, row 2 holds '7'"),
        (["--board", "120/000/000 even"], "is not a board and a turn"),
        (["--board", ""], "is not a board and a turn"),
        (["--board", "120/000/000 evens", "--first", "odds"], "contradicts --board"),
        (["--board", "000/000/000", "--size", "3"], "not allowed with argument"),
        (["--no-such-option"], "unrecognized arguments"),
        (["3"], "unrecognized arguments"),
    ],
)
def test_bad_options(options: list[str], complaint: str) -> None:
    done = run(*options, code=2)
    assert complaint in done.stderr
    assert done.stdout == ""


def test_time_limit() -> None:
    """An answer that could not be proven says so, and one that could does not."""
    shown = run("--size", "9", "--play", "evens", "--time-limit", "0.1").stdout
    assert re.search(
        r"\[Opponent's Turn\] > \(\d,\d\) = \d \(not proven best in the time\)\n", shown
    )
    assert "(not proven" not in run("--play", "evens", "--time-limit", "inf").stdout


def test_help() -> None:
    shown = run("--help").stdout
    for part in ("--size", "--play", "--first", "--board", "examples:", "exit codes:"):
        assert part in shown


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (b"hello", "Not three whole numbers"),
        (b"", "Not three whole numbers"),
        (b"1 1", "Not three whole numbers"),
        (b"1 1 5 5", "Not three whole numbers"),
        (b"1 1 x", "Not three whole numbers"),
        (b"1.0 1 5", "Not three whole numbers"),
        (b"1_0 1 5", "Not three whole numbers"),
        ("\u0661 1 5".encode(), "Not three whole numbers"),
        (b"\xff\xfe\x00\x01", "Not three whole numbers"),
        (b"1 1 " + b"9" * 100_000, "Not three whole numbers"),
        (b"9 1 5", "there is no cell (9,1): columns and rows go from 0 to 2"),
        (b"1 -1 5", "there is no cell (1,-1)"),
        (b"0 0 5", "the cell (0,0) is taken: it holds 2"),
        (b"1 1 6", "6 is not a number of odds, who place one of [1, 3, 5]"),
        (b"1 1 0", "0 is not a number of odds"),
    ],
)
def test_a_mistake_costs_nothing(typed: bytes, answer: str) -> None:
    """It is answered in one line, and the game goes on from the same board."""
    done = run("--board", "200/000/000", typed=typed + b"\n1 1 5\n")
    wrong, right = done.stdout.split("[Player's Turn: Move Options [1, 3, 5]] > ")[1:3]
    assert wrong.splitlines()[-1].startswith("[!] ")
    assert answer in wrong.splitlines()[-1]
    assert right.startswith("1 1 5\n[2, 0, 0]\n[0, 5, 0]\n[0, 0, 0]\n")


@pytest.mark.parametrize("typed", ["quit\n1 1 5\n", " QUIT \n1 1 5\n", ""])
def test_leaving(typed: str) -> None:
    """At the first prompt, whatever comes after."""
    shown = run(typed=typed).stdout
    assert shown.count("] > ") == 1
    assert shown.splitlines()[-1] == "Goodbye!"


def test_importing_starts_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import t3_game"],
        cwd=Path(GAME).parent,
        capture_output=True,
        check=True,
    )
    assert done.stdout == b""


def outcome(output: int) -> tuple[int, str]:
    """The exit code and standard error of a game that writes to this file descriptor."""
    done = subprocess.run(
        [sys.executable, GAME],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_output_that_nobody_reads() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code, message = outcome(writer)
    os.close(writer)
    assert code == 1
    assert message.startswith("t3: ")
    assert len(message.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_to_a_full_disk() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    code, message = outcome(full)
    os.close(full)
    assert code == 1
    assert message.startswith("t3: ")
    assert len(message.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "<&- >&-"])
def test_without_standard_streams(streams: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" "$1" {streams}', sys.executable, GAME],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


class TestInATerminal:
    """Through a pseudo-terminal, key by key."""

    def spawn(self, *options: str) -> Any:
        pexpect = pytest.importorskip("pexpect")
        terminal = pexpect.spawn(
            sys.executable,
            [GAME, *options],
            timeout=10,
            encoding="utf-8",
            # Whoever runs the tests may have Ctrl-C ignored, which children inherit.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        terminal.delaybeforesend = None
        return terminal

    def finish(self, terminal: Any) -> tuple[int, str]:
        """The exit code, and the screen from here to the end."""
        screen = terminal.read()
        assert "Traceback" not in screen
        terminal.close()
        return terminal.exitstatus, screen

    def test_a_whole_game_reads_as_the_transcript(self) -> None:
        terminal = self.spawn()
        screen = ""
        for line in ("1 1 5", "1 0 1"):
            terminal.expect_exact("]] > ")
            screen += terminal.before + terminal.after
            terminal.sendline(line)
        code, rest = self.finish(terminal)
        assert code == 0
        assert (screen + rest).replace("\r\n", "\n") == LOSS

    def test_ctrl_c_at_the_prompt(self) -> None:
        terminal = self.spawn()
        terminal.expect_exact("]] > ")
        terminal.sendintr()
        code, screen = self.finish(terminal)
        assert code == 130
        assert screen.endswith("Goodbye!\r\n")

    def test_ctrl_c_while_the_machine_thinks(self) -> None:
        terminal = self.spawn("--size", "9", "--play", "evens", "--time-limit", "inf")
        terminal.expect_exact("[Opponent's Turn] > ")
        terminal.sendintr()
        assert self.finish(terminal)[0] == 130

    def test_end_of_input(self) -> None:
        terminal = self.spawn()
        terminal.expect_exact("]] > ")
        terminal.sendeof()
        code, screen = self.finish(terminal)
        assert code == 0
        assert screen.endswith("Goodbye!\r\n")

    def test_a_mistake_then_quit(self) -> None:
        terminal = self.spawn()
        terminal.expect_exact("]] > ")
        terminal.sendline("what now? \x00\x1b[A")
        terminal.expect_exact("[!] Not three whole numbers")
        terminal.expect_exact("]] > ")
        terminal.sendline("quit")
        assert self.finish(terminal)[0] == 0
