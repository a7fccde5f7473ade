"""The console game, as a person meets it: through a pipe and in a terminal."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
from commands import buffered_and_not
from t3_game import main
from t3_play.console import COMMANDS

GAME = str(commands.ROOT / "t3_game.py")

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


run = partial(commands.run, "t3_game")
call = partial(commands.call, main)


def test_transcript() -> None:
    assert run(typed="1 1 5\n1 0 1\n").stdout == LOSS
    assert call(typed="1 1 5\n1 0 1\n").stdout == LOSS


def test_last_line_without_a_line_end() -> None:
    assert call(typed="1 1 5\n1 0 1").stdout == LOSS


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
    assert call(*options, typed=typed).stdout.splitlines()[-1] == ending


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
    assert board_and_mover(call(*options).stdout) == (board, mover)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--size", "0"], "'0' is not a whole number from 1 to 25"),
        (["--size", "-1"], "'-1' is not a whole number"),
        (["--size", "26"], "'26' is not a whole number"),
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
        (["--target", "0"], "--target: '0' is not a whole number from 1 to 99"),
        (["--target", "100"], "'100' is not a whole number from 1 to 99"),
        (["--max-move", "0"], "'0' is not a whole number from 1 to 19"),
        (["--max-move", "999999999"], "is not a whole number from 1 to 19"),
        (["--size", "0000000199"], "is not a whole number from 1 to 25"),
        (["--time-limit", "1_0"], "'1_0' is not a number of seconds"),
        (["--board", "/".join(["0" * 26] * 26)], "a board has 25 rows at most"),
        (["--target", "19", "--board", "000/000/000"], "a line of 3 sums to 18 at most"),
        (["--load", "no\nsuch"], "--load: 'no\\nsuch': No such file"),
        (["--max-move", "x"], "'x' is not a whole number"),
        (["--target", "19"], "a line of 3 sums to 18 at most, not to 19"),
        (["--board", "007/000/000", "--max-move", "6"], "column 2, row 0 holds '7'"),
        (["--seed", "-1"], "'-1' is not a whole number"),
        (["--level", "hard"], "invalid choice: 'hard'"),
        (["--stubborn", "--level", "easy"], "--stubborn: not with --level easy"),
        (["--play", "both", "--level", "easy"], "two people play, the machine does not"),
        (
            ["--play", "both", "--stubborn"],
            "--stubborn: two people play, the machine does not",
        ),
        (["--load", "/no/such/file"], "--load: '/no/such/file': No such file"),
        (["--load", "/"], "--load: '/': that is not a file"),
        (["--load", GAME], "line 1: a saved game begins with 'Tic-Tac-Total'"),
        (["--load", GAME, "--size", "4"], "not allowed with argument"),
        (["--load", GAME, "--first", "odds"], "--first: not with --load"),
        (["--load", GAME, "--target", "13"], "--target: not with --load"),
        (["--no-such-option"], "unrecognized arguments"),
        (["3"], "unrecognized arguments"),
    ],
)
def test_bad_options(options: list[str], complaint: str) -> None:
    done = call(*options, code=2)
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_bad_option_ends_the_process() -> None:
    assert run("--size", "0", code=2).stderr.count("\n") == 1


def test_time_limit() -> None:
    """An answer that could not be proven says so, and one that could does not."""
    shown = call("--size", "9", "--play", "evens", "--time-limit", "0.1").stdout
    assert re.search(
        r"\[Opponent's Turn\] > \(\d,\d\) = \d \(not proven best in the time\)\n", shown
    )
    assert "(not proven" not in call("--play", "evens", "--time-limit", "inf").stdout


def test_help() -> None:
    shown = call("--help").stdout
    for part in ("--size", "--play", "--first", "--board", "examples:", "exit codes:"):
        assert part in shown


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (b"hello", "'hello' is no command: did you mean help?"),
        (b"xyzzy", "'xyzzy' is no command: help lists them"),
        (b"h", "'h' is no command: did you mean help, hint or history?"),
        (b"quit now", "Nothing comes after 'quit', such as 'now'"),
        (b"x" * 100_000, "'xxxxxxxxxxxxxxxxxxxx' is no command"),
        (b"save", "Type the name of a file too"),
        (b"undo", "There is nothing to take back"),
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
        (b"0 0 5", "the cell (0,0) is taken: it holds 2 (possible: 1, 3 or 5 on (0,1), "),
        (b"1 1 6", "6 is not a number of odds, who place one of [1, 3, 5]"),
        (b"1 1 0", "0 is not a number of odds"),
    ],
)
def test_a_mistake_costs_nothing(typed: bytes, answer: str) -> None:
    """It is answered in one line, and the game goes on from the same board."""
    done = call("--board", "200/000/000", typed=typed + b"\n1 1 5\n")
    wrong, right = done.stdout.split("[Player's Turn: Move Options [1, 3, 5]] > ")[1:3]
    assert wrong.splitlines()[-1].startswith("[!] ")
    assert answer in wrong.splitlines()[-1]
    assert right.startswith("1 1 5\n[2, 0, 0]\n[0, 5, 0]\n[0, 0, 0]\n")


def answer(command: str, *options: str) -> str:
    """What a command prints at the first prompt."""
    shown = call(*options, typed=command + "\n").stdout
    return (
        re.split(r"\]\] > ", shown)[1].removeprefix(command + "\n").partition("[Player")[0]
    )


@pytest.mark.parametrize(
    ("command", "board", "shown"),
    [
        ("moves", "532/215/520 odds", "1, 3 or 5 on (2,2)\n"),
        (
            "MOV",
            "640/000/000",
            "1, 3 or 5 on (0,1), (0,2), (1,1), (1,2), (2,0), (2,1), (2,2)\n",
        ),
        ("hint", "640/000/000", "(2,0) = 3 wins in 1.\n"),
        ("hint", "532/215/520", "(2,2) = 1 ties in 1.\n"),
        ("hint", "014/401/034", "(0,2) = 1 ties in 3.\n"),
        ("hint", "205/002/050", "(0,1) = 1 loses in 2, and whatever you do loses.\n"),
        (
            "hint",
            "200/050/000",
            "(0,1) = 1 loses in 2, and whatever you do loses; "
            "(2,2) = 1 holds out the longest.\n",
        ),
        ("history", "640/000/000", "Nothing was played yet.\n"),
    ],
)
def test_commands(command: str, board: str, shown: str) -> None:
    assert answer(command, "--board", board) == shown


def test_why() -> None:
    """Every action is there, the best first."""
    shown = answer("why", "--board", "532/215/520", "evens", "--play", "evens")
    assert (
        shown == "wins in 1: (2,2) = 6\nties in 1: (2,2) = 2 or 4\nbest play: (2,2) = 6\n"
    )


def test_why_without_time_for_best_play() -> None:
    """Where each action is decided at once, but not what comes after it."""
    options = ["--board", "052/326/243", "odds", "--time-limit", "0"]
    shown = answer("why", *options)
    assert shown.endswith("best play: and so on\n")


def test_why_in_a_hurry() -> None:
    shown = answer("why", "--size", "6", "--time-limit", "0.2")
    assert re.search(r"not proven: \d+ actions in the time\n", shown)


def test_hint_in_a_hurry() -> None:
    shown = answer("hint", "--size", "9", "--time-limit", "0")
    assert re.fullmatch(r"\(.*\) = \d looks best, but .*\n.*\n?", shown)


def test_help_lists_what_there_is() -> None:
    shown = answer("help")
    for name in ("moves", "hint", "why", "undo", "history", "save", "resign", "quit"):
        assert re.search(f"^  {name}  ", shown, re.MULTILINE)


def test_undo() -> None:
    shown = call(typed="1 1 5\nundo\nundo\nhistory\n").stdout
    assert "Taken back: (1,1) = 5, (0,0) = 2\n[0, 0, 0]\n" in shown
    assert shown.count("There is nothing to take back") == 1
    assert "Nothing was played yet." in shown


def test_save_and_load(tmp_path: Path) -> None:
    """The game goes on where it was, with its history, undo, and players."""
    file = tmp_path / "my game"
    options = ["--size", "4", "--target", "30", "--max-move", "9", "--level", "easy"]
    call(*options, "--seed", "1", typed=f"1 1 9\n0 3 1\nsave {file}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["my game"]
    again = call(
        "--load", str(file), typed=f"save {file}.2\nhistory\nundo\n0 3 1\nhistory\n"
    )
    histories = re.findall(r"(?:  \d\. (?:odds |evens) .*\n)+", again.stdout)
    assert histories[0] == histories[1]
    assert histories[0].count("\n") == 4
    assert file.read_text() == Path(f"{file}.2").read_text()
    assert "[Odds' Turn] > " in call("--load", str(file), "--play", "none").stdout


def test_a_saved_game_knows_who_plays(tmp_path: Path) -> None:
    file = tmp_path / "game"
    call("--play", "evens", "--level", "medium", "--seed", "3", typed=f"save {file}\n")
    assert "play: evens\nlevel: medium\nseed: 3\n" in file.read_text()
    assert "[Player's Turn: Move Options [2, 4, 6]]" in call("--load", str(file)).stdout


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("/no/such/folder/game", "No such file or directory"),
        ("/", "that is not a file"),
        ("/dev/full", "that is not a file"),
        ("/dev/full/game", "Not a directory"),
        (GAME, "a file of that name is there, and it is no saved game"),
        ("a\0b", "that is no name for a file"),
        ("~nobody-here/game", "home"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_saving_in_vain(name: str, complaint: str) -> None:
    """The game goes on."""
    before = Path(GAME).read_text(encoding="utf-8")
    shown = call(typed=f"save {name}\n1 1 5\n").stdout
    line = next(line for line in shown.splitlines() if line.startswith("[!] Not saved: "))
    assert complaint in line
    assert "[0, 5, 0]" in shown
    assert Path(GAME).read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("options", "typed", "prompts", "ending"),
    [
        (["--play", "both"], "0 0 1\n1 1 6\nresign\n", "OEO", "[W] Evens Win!"),
        (["--play", "both", "--board", "640/000/000"], "2 0 3\n", "O", "[W] Odds Win!"),
        (["--play", "none"], "", "OEOE", "[W] Evens Win!"),
        (["--play", "none", "--stubborn"], "", "OEOEOEOE", "[W] Evens Win!"),
        ([], "resign\n", "P", "[L] You Lose!"),
    ],
)
def test_who_plays(options: list[str], typed: str, prompts: str, ending: str) -> None:
    shown = call(*options, typed=typed).stdout
    assert "".join(re.findall(r"\[(.)\w*'s? Turn", shown)) == prompts
    assert shown.splitlines()[-1] == ending


def test_seed() -> None:
    """The same seed is the same game, and without one games differ."""
    games = [
        call("--play", "none", "--level", "medium", "--seed", "5").stdout for _ in "12"
    ]
    others = {call("--play", "none", "--level", "medium").stdout for _ in range(6)}
    assert games[0] == games[1]
    assert len(others) > 1


def test_version() -> None:
    assert re.fullmatch(r"t3 \d+\.\d+\.\d+\n", call("--version").stdout)


@pytest.mark.parametrize("typed", ["quit\n1 1 5\n", " QUIT \n1 1 5\n", ""])
def test_leaving(typed: str) -> None:
    """At the first prompt, whatever comes after."""
    shown = call(typed=typed).stdout
    assert shown.count("] > ") == 1
    assert shown.splitlines()[-1] == "Goodbye!"


def test_importing_starts_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import t3_game"],
        cwd=Path(GAME).parent,
        env=commands.environment(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == b""


# Runs the game with the arguments after the first; Ctrl-C comes as it imports the first.
INTERRUPTED_START = f"""
import runpy, signal, sys

class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_path({GAME!r}, run_name="__main__")
"""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize(
    "imported", ["argparse", "t3_play.console", "t3_proof", "t3_play.screen"]
)
def test_ctrl_c_in_the_start(imported: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_START, imported],
        cwd=Path(GAME).parent,
        env=commands.environment(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_in_a_pipe() -> None:
    """While the machine thinks, which it does not say there."""
    game = subprocess.Popen(
        [sys.executable, GAME, "--play", "none", "--size", "9", "--time-limit", "inf"],
        env=commands.environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert game.stdout
    game.stdout.readline()  # which comes once the machine is to act
    game.send_signal(signal.SIGINT)
    shown, complaint = game.communicate()
    assert (game.returncode, complaint) == (130, "")
    assert shown.endswith("\nGoodbye!\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@buffered_and_not
def test_output_that_is_cut_off(unbuffered: str) -> None:
    done = subprocess.run(
        ["bash", "-c", '"$0" "$1" --play none --size 4 | head -3', sys.executable, GAME],
        env=commands.environment(PYTHONUNBUFFERED=unbuffered),
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(done.stdout.splitlines()) == 3
    assert len(done.stderr.splitlines()) <= 1
    assert "Traceback" not in done.stderr


def outcome(output: int, unbuffered: str, *options: str) -> tuple[int, str]:
    """The exit code and standard error of a game that writes to this file descriptor."""
    done = subprocess.run(
        [sys.executable, GAME, *options],
        env=commands.environment(PYTHONUNBUFFERED=unbuffered),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@buffered_and_not
def test_output_that_nobody_reads(unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code, message = outcome(writer, unbuffered)
    os.close(writer)
    assert (code, message) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@buffered_and_not
@pytest.mark.parametrize("options", [[], ["--help"], ["--version"]])
def test_output_to_a_full_disk(unbuffered: str, options: list[str]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    code, message = outcome(full, unbuffered, *options)
    os.close(full)
    assert code == 1
    assert message.startswith("t3: ")
    assert len(message.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "<&- >&-"])
def test_without_standard_streams(streams: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" "$1" {streams}', sys.executable, GAME],
        env=commands.environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


class TestInATerminal:
    """Through a pseudo-terminal, key by key."""

    def spawn(self, *options: str, **env: str) -> Any:
        return commands.Terminal("t3_game", *options, folder=commands.ROOT, **env).process

    def finish(self, terminal: Any) -> tuple[int, str]:
        """The exit code, and the screen from here to the end."""
        screen = terminal.read()
        assert "Traceback" not in screen
        terminal.close()
        return terminal.exitstatus, screen

    def prompt(self, terminal: Any, number: str = "1, 3 or 5") -> str:
        """What was shown up to the next prompt."""
        terminal.expect_exact(f"({number}) > ")
        commands.wait_until_asleep(terminal.pid)
        return str(terminal.before)

    def test_a_whole_game(self) -> None:
        terminal = self.spawn("--no-color")
        shown = self.prompt(terminal)
        assert "0 |  .  |  .  |  .  |\r\n" in shown
        terminal.sendline("1 1 5")
        shown = self.prompt(terminal)
        assert "1 |  .  |> 5 <|  .  |\r\n" in shown
        assert "The machine: (0,0) = 2\r\n" in shown
        assert "0 |>(2)<|  .  |  .  |\r\n" in shown.split("The machine")[1]
        terminal.sendline("1,0,1")
        terminal.expect_exact("Play again? (y/n) > ")
        shown = terminal.before
        assert "0 |*(2)*|  1  |  .  |\r\n" in shown
        assert "2 |  .  |  .  |*(6)<|\r\n" in shown
        assert "\x1b[" not in shown
        assert (
            "The machine wins: the diagonal from the top left is 2 + 5 + 6 = 13 (4 plies)"
            in shown
        )
        assert "Odds had lost from the start, against perfect play." in shown
        terminal.sendline("yes")
        assert "<" not in self.prompt(terminal)
        terminal.sendline("resign")
        terminal.expect_exact("The machine wins: odds resigned (0 plies).")
        terminal.expect_exact("Odds had lost from the start, against perfect play.")
        terminal.expect_exact("Play again? (y/n) > ")
        terminal.sendline("nope")
        terminal.expect_exact("Play again? (y/n) > ")
        terminal.sendline("")
        terminal.expect_exact("Play again? (y/n) > ")
        terminal.sendline("n")
        assert self.finish(terminal)[0] == 0

    def test_resigning_what_is_not_lost(self) -> None:
        terminal = self.spawn("--board", "120/000/000", "evens", "--play", "evens")
        self.prompt(terminal, "2, 4 or 6")
        terminal.sendline("resign")
        terminal.expect_exact("The machine wins: evens resigned (0 plies).")
        terminal.expect_exact("It was not lost: (0,1) = 2 wins in 3.")

    def test_where_the_game_was_lost(self) -> None:
        terminal = self.spawn("--board", "261/001/000", "evens", "--play", "evens")
        self.prompt(terminal, "2, 4 or 6")
        terminal.sendline("0 1 6")
        terminal.expect_exact("Your 1st action threw away a win: (0,1) = 2 wins in 3.")

    @pytest.mark.parametrize(
        ("options", "env", "coloured"),
        [
            ([], {"TERM": "xterm"}, True),
            (["--no-color"], {"TERM": "xterm"}, False),
            ([], {"TERM": "dumb"}, False),
            ([], {"TERM": "xterm", "NO_COLOR": "1"}, False),
            ([], {"TERM": "xterm", "NO_COLOR": ""}, True),
        ],
    )
    def test_colour(self, options: list[str], env: dict[str, str], coloured: bool) -> None:
        terminal = self.spawn("--board", "120/000/000", *options, **env)
        assert ("\x1b[36m  1  \x1b[0m" in self.prompt(terminal)) == coloured

    def test_undo_brings_the_same_reply(self) -> None:
        terminal = self.spawn("--level", "easy", "--no-color")
        self.prompt(terminal)
        terminal.sendline("1 1 5")
        first = self.prompt(terminal)
        terminal.sendline("u")
        assert "Taken back: (1,1) = 5, (" in self.prompt(terminal)
        terminal.sendline("1 1 5")
        assert self.prompt(terminal) == first

    @pytest.mark.parametrize(("seed", "following"), [(7, 8), (999_999_999, 0)])
    def test_play_again_with_the_same_players_and_another_seed(
        self, seed: int, following: int
    ) -> None:
        terminal = self.spawn("--play", "evens", "--level", "easy", "--seed", f"{seed}")
        shown = self.prompt(terminal, "2, 4 or 6")
        assert f"Odds 1 3 5: the machine (easy, seed {seed})\r\nEvens 2 4 6: you" in shown
        terminal.sendline("resign")
        terminal.expect_exact("Play again? (y/n) > ")
        terminal.sendline("y")
        shown = self.prompt(terminal, "2, 4 or 6")
        assert f"the machine (easy, seed {following})\r\nEvens 2 4 6: you" in shown

    def test_a_game_that_is_over_is_not_offered_to_be_saved(self) -> None:
        terminal = self.spawn("--board", "640/000/000")
        self.prompt(terminal)
        terminal.sendline("2 0 3")
        terminal.expect_exact("Play again? (y/n) > ")
        commands.wait_until_asleep(terminal.pid)
        terminal.sendintr()
        code, screen = self.finish(terminal)
        assert code == 130
        assert "Save" not in screen

    def test_a_finished_game_is_shown_once(self) -> None:
        terminal = self.spawn("--board", "643/000/000", "evens")
        code, screen = self.finish(terminal)
        assert code == 0
        assert screen.endswith("You win: row 0 is 6 + 4 + 3 = 13 (0 plies).\r\n")

    def test_who_cannot_win_is_told_so(self) -> None:
        terminal = self.spawn("--size", "2", "--max-move", "1", "--play", "both")
        shown = self.prompt(terminal, "1")
        assert "2 x 2: no line can sum to 13 here, so it will be a tie." in shown
        assert "Evens (no number): a person" in shown
        assert "weaker" not in shown

    @pytest.mark.parametrize("streams", [">&-", "| cat", "</dev/null"])
    def test_half_a_terminal_gets_the_transcript(self, streams: str) -> None:
        command = f"printf 'q\\n' | {sys.executable} {GAME}"
        if streams != "</dev/null":
            command = f"{sys.executable} {GAME} {streams}"
        pexpect = pytest.importorskip("pexpect")
        terminal = pexpect.spawn("bash", ["-c", command], timeout=60, encoding="utf-8")
        terminal.sendline("quit")
        code, screen = self.finish(terminal)
        assert code == 0
        assert "+---" not in screen
        assert ("= " in screen) == (streams != ">&-")

    def test_many_ctrl_c_at_once(self) -> None:
        for pause in (0, 0.001, 0.003):
            terminal = self.spawn("--play", "both")
            self.prompt(terminal)
            for _ in range(4):
                terminal.kill(signal.SIGINT)
                time.sleep(pause)
            code, _ = self.finish(terminal)
            assert code == 130 or terminal.signalstatus == signal.SIGINT

    def test_ctrl_c_at_the_prompt(self) -> None:
        terminal = self.spawn()
        self.prompt(terminal)
        terminal.sendintr()
        code, screen = self.finish(terminal)
        assert code == 130
        assert screen.endswith("Goodbye!\r\n")

    def test_ctrl_c_offers_to_save(self, tmp_path: Path) -> None:
        terminal = self.spawn()
        self.prompt(terminal)
        terminal.sendline("1 1 5")
        self.prompt(terminal)
        terminal.sendintr()
        terminal.expect_exact("Save the game? The name of a file, or Enter > ")
        terminal.sendline(str(tmp_path))
        terminal.expect_exact("[!] Not saved: ")
        terminal.expect_exact("Save the game? The name of a file, or Enter > ")
        terminal.sendline(str(tmp_path / "game"))
        terminal.expect_exact("Saved.")
        assert self.finish(terminal)[0] == 130
        history = run("--load", str(tmp_path / "game"), typed="history\n").stdout
        assert "  1. odds  (1,1) = 5\n  2. evens (0,0) = 2\n" in history

    def test_ctrl_c_while_the_machine_thinks(self) -> None:
        """It plays the best it has found."""
        terminal = self.spawn("--size", "9", "--play", "evens", "--time-limit", "inf")
        terminal.expect(r"Thinking: \d+ s, [\d,]+ positions. Ctrl-C ends it.")
        terminal.sendintr()
        terminal.expect(r"The machine: \(\d,\d\) = \d, which is not proven to be best")
        self.prompt(terminal, "2, 4 or 6")
        terminal.sendline("quit")
        assert self.finish(terminal)[0] == 0

    def test_thinking_in_a_dumb_terminal(self) -> None:
        options = ["--size", "9", "--play", "evens", "--time-limit", "inf"]
        terminal = self.spawn(*options, TERM="dumb")
        terminal.expect_exact("Thinking. Ctrl-C ends it.\r\n")
        time.sleep(0.3)  # in which it could say it again
        terminal.sendintr()
        assert "Thinking" not in self.prompt(terminal, "2, 4 or 6")

    def test_end_of_input(self) -> None:
        terminal = self.spawn()
        self.prompt(terminal)
        terminal.sendeof()
        code, screen = self.finish(terminal)
        assert code == 0
        assert screen.endswith("Goodbye!\r\n")

    def test_a_mistake_then_quit(self) -> None:
        terminal = self.spawn()
        self.prompt(terminal)
        terminal.sendline("?what now? \x00")
        terminal.expect_exact("[!] Not three whole numbers")
        self.prompt(terminal)
        terminal.sendline("quit")
        assert self.finish(terminal)[0] == 0

    def test_the_machine_plays_itself(self) -> None:
        terminal = self.spawn("--board", "640/000/000", "--play", "none", "--no-color")
        terminal.expect_exact("Odds: (2,0) = 3")
        terminal.expect_exact("Odds win: row 0 is 6 + 4 + 3 = 13 (1 ply).")
        terminal.expect_exact("Play again? (y/n) > ")
        terminal.sendeof()
        assert self.finish(terminal)[0] == 0

    @pytest.mark.parametrize("seed", range(4))
    def test_keys_of_every_kind(self, seed: int, tmp_path: Path) -> None:
        """At random, some of them commands, and then the end of input."""
        dice = random.Random(seed)
        keys = [*COMMANDS, *"yn0123456,()= -/~#\t\x1b\x00\xff\u20ac", "\x1b[A", "/dev/full"]
        options = ["--level", "easy", "--time-limit", "0.1"]
        terminal = commands.Terminal("t3_game", *options, folder=tmp_path)
        terminal.wait_for(" > ")
        for _ in range(40):
            terminal.type(" ".join(dice.choices(keys, k=dice.randint(0, 4))))
        terminal.type("")
        while terminal.process.isalive():
            terminal.process.sendeof()
            terminal.process.expect([" > ", pytest.importorskip("pexpect").EOF])
        terminal.finish(0)
