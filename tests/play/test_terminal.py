"""The console game in a pseudo-terminal."""

import random
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import commands
from t3_game import main
from t3_play.console.commands import COMMANDS
from t3_play.drawing import ODDS

LEAVE = "Leave this game? (y/n, s to save it) > "
GAME = str(commands.ROOT / "t3_game.py")


def spawn(*options: str, **env: str) -> Any:
    """Start the game in an 80 x 24 terminal, at level perfect if no option settles it."""
    if not re.search(
        "--(level|load|plain|play none|play both|play=both)", " ".join(options)
    ):
        options = (*options, "--level=perfect")
    return commands.Terminal("t3_game", *options, folder=commands.ROOT, **env).process


def finish(terminal: Any) -> tuple[int, str]:
    """Wait for the end; returns the exit code, and what the game has printed until then."""
    screen = terminal.read()
    assert "Traceback" not in screen
    terminal.wait()  # because close() kills a slow process
    terminal.close()
    return terminal.exitstatus, screen


def prompt(terminal: Any, number: str = "1, 3 or 5") -> str:
    """Wait for the next prompt; returns what the game prints before that prompt."""
    terminal.expect_exact(f"({number}) > ")
    commands.wait_until_asleep(terminal.pid)
    return str(terminal.before)


def test_a_whole_game() -> None:
    terminal = spawn("--no-color")
    shown = prompt(terminal)
    assert "    0 │  ·  │  ·  │  ·  │  0, needs 13\r\n" in shown
    terminal.sendline("1 1 5")
    shown = prompt(terminal)
    assert "The computer: (0,0) = 2\r\n" in shown
    assert "0 │>(2)<│  ·  │  ·  │  2, needs 11\r\n" in shown
    assert "1 │  ·  │> 5 <│  ·  │  5, needs 8\r\n" in shown
    terminal.sendline("1 0 1")
    terminal.expect_exact("Play again as evens, level perfect? Enter for yes, or quit > ")
    shown = terminal.before
    assert "0 │*(2)*│> 1 <│  ·  │  3, dead\r\n" in shown
    assert "2 │  ·  │  ·  │*(6)*│  6, needs 7\r\n" in shown
    assert not re.search(r"\x1b\[[0-9;]*m", shown)
    assert (
        "The computer wins: the diagonal from the top left is 2 + 5 + 6 = 13, after 4\r\n"
        "  moves in all.\r\n" in shown
    )
    assert "Score: you 0, computer 1, ties 0.\r\n" in shown
    terminal.sendline("yes")
    shown = prompt(terminal, "2, 4 or 6")
    assert "You: evens (2, 4 or 6). Computer (perfect): odds" in shown
    terminal.sendline("resign")
    terminal.expect_exact("The computer wins: you resigned, after 1 move in all.")
    terminal.expect_exact("Score: you 0, computer 2, ties 0.\r\n")
    terminal.expect_exact("or quit > ")
    terminal.sendline("nope")
    terminal.expect_exact("or quit > ")
    terminal.sendline("")
    assert "You: odds (1, 3 or 5)" in prompt(terminal)
    terminal.sendline("quit")
    assert finish(terminal)[0] == 0


@pytest.mark.parametrize(
    ("typed", "level"),
    [
        ("", "easy"),
        ("m", "medium"),
        ("perfect", "perfect"),
        ("harder\rm", "medium"),
        ("1 1 5", "easy"),
    ],
)
def test_the_level_is_asked_for_once(typed: str, level: str) -> None:
    terminal = commands.Terminal("t3_game").process
    terminal.expect_exact(
        "Play against easy, medium, hard or perfect (never errs)? Enter for easy > "
    )
    terminal.sendline(typed)
    shown = prompt(terminal)
    assert f"Computer ({level}): evens" in shown
    assert ("Unknown level 'harder': easy, medium, hard or" in shown) == ("hard" in typed)


def test_an_action_where_the_level_is_asked_for() -> None:
    """It is played at the default level; illegal ones are refused as at the prompt."""
    terminal = commands.Terminal("t3_game", "--seed=1", "--no-color")
    terminal.wait_for("Enter for easy > ")
    terminal.type("1 1 4")
    terminal.wait_for("odds can't place 4")
    terminal = commands.Terminal("t3_game", "--seed=1", "--no-color")
    terminal.wait_for("Enter for easy > ")
    terminal.type("1 1 5")
    shown = terminal.wait_for("(1, 3 or 5) > ")
    assert "Computer (easy): evens" in shown
    assert "│  5  │" in shown or "│> 5 <│" in shown


@pytest.mark.parametrize("typed", ["quit", "Q", "\x04"])
def test_leaving_where_the_level_is_asked_for(typed: str) -> None:
    terminal = commands.Terminal("t3_game")
    terminal.wait_for("Enter for easy > ")
    terminal.process.send(typed if typed == "\x04" else f"{typed}\r")
    assert terminal.finish(0).endswith("Goodbye!\r\n")


def test_a_dumb_terminal_is_not_drawn_over() -> None:
    terminal = spawn(TERM="dumb")
    prompt(terminal)
    terminal.sendline("1 1 5")
    shown = prompt(terminal)
    assert "\x1b" not in shown
    assert "+-----+" in shown
    assert "needs 6!\r\n" in shown


def test_resizing() -> None:
    """The game redraws the screen, and keeps what the person has typed so far."""
    terminal = spawn("--no-color")
    prompt(terminal)
    terminal.send("1 1")
    terminal.expect_exact("1 1")
    commands.wait_until_asleep(terminal.pid)
    terminal.setwinsize(20, 40)
    terminal.expect_exact("Type column, row and number: 0 1 5 puts\r\n")
    terminal.expect_exact("5) > ")
    terminal.expect_exact("1 1")
    terminal.sendline(" 5")
    terminal.expect_exact("The computer: (0,0) = 2")
    prompt(terminal)
    terminal.sendeof()
    terminal.expect_exact(LEAVE)
    terminal.sendeof()
    assert finish(terminal)[0] == 0


@pytest.mark.skipif(not hasattr(signal, "SIGCONT"), reason="needs POSIX signals")
def test_the_game_redraws_when_it_resumes() -> None:
    terminal = spawn("--no-color", "--level=easy")
    prompt(terminal)
    terminal.kill(signal.SIGCONT)
    terminal.expect_exact("Tic-Tac-Total: make a row")
    prompt(terminal)
    terminal.sendline("quit")
    finish(terminal)


@pytest.mark.parametrize(
    ("env", "boxes"),
    [({"LANG": "C"}, False), ({"LC_ALL": "C"}, False), ({"LANG": "C.UTF-8"}, True)],
)
def test_the_characters_of_the_locale(env: dict[str, str], boxes: bool) -> None:
    shown = prompt(spawn("--no-color", "--level=easy", **env))
    assert ("\u2500" in shown) == boxes
    assert ("+-----+" in shown) == (not boxes)


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
def test_colour(options: list[str], env: dict[str, str], coloured: bool) -> None:
    terminal = spawn("--board", "120/000/000", *options, **env)
    assert (f"\x1b[{ODDS}m  1  \x1b[0m" in prompt(terminal)) == coloured


@pytest.mark.parametrize(("seed", "following"), [(7, 8), (999_999_999, 0)])
def test_play_again_on_the_other_side_with_another_seed(seed: int, following: int) -> None:
    terminal = spawn("--play", "evens", "--level", "easy", "--seed", f"{seed}")
    shown = prompt(terminal, "2, 4 or 6")
    assert "You: evens (2, 4 or 6). Computer (easy): odds (1, 3 or 5)." in shown
    terminal.sendline("level")
    assert f"The computer is easy (seed {seed})." in prompt(terminal, "2, 4 or 6")
    terminal.sendline("resign")
    terminal.expect_exact("Play again as odds, level easy? Enter for yes, or quit > ")
    terminal.sendline("y")
    assert "You: odds (1, 3 or 5)" in prompt(terminal)
    terminal.sendline("level")
    assert f"The computer is easy (seed {following})." in prompt(terminal)


def test_a_finished_game_is_shown_once() -> None:
    terminal = spawn("--board", "643/000/000", "evens")
    code, screen = finish(terminal)
    assert code == 0
    assert screen.endswith("You win: row 0 is 6 + 4 + 3 = 13, after 0 moves in all.\r\n")


@pytest.mark.parametrize("streams", [">&-", "| cat", "</dev/null"])
def test_the_transcript_if_input_or_output_is_no_terminal(streams: str) -> None:
    command = f'"$0" "$1" {streams}'
    if streams == "</dev/null":
        command = 'echo q | "$0" "$1"'
    pexpect = pytest.importorskip("pexpect")
    terminal = pexpect.spawn(
        "bash",
        ["-c", command, sys.executable, GAME],
        timeout=60,
        encoding="utf-8",
        env=commands.environment(TERM="xterm"),
    )
    terminal.sendline("quit")
    code, screen = finish(terminal)
    assert code == 0
    assert "needs" not in screen
    assert ("= " in screen) == (streams != ">&-")


def test_many_ctrl_c_at_once() -> None:
    for pause in (0, 0.001, 0.003):
        terminal = spawn("--play", "both")
        prompt(terminal)
        for _ in range(4):
            terminal.kill(signal.SIGINT)
            time.sleep(pause)
        code, _ = finish(terminal)
        assert code == 130 or terminal.signalstatus == signal.SIGINT


def test_ctrl_c_offers_to_save(tmp_path: Path) -> None:
    terminal = spawn()
    prompt(terminal)
    terminal.sendline("1 1 5")
    prompt(terminal)
    terminal.sendintr()
    terminal.expect_exact(LEAVE)
    terminal.sendline("1 0 1")
    terminal.expect_exact("[!] Type y for yes")
    terminal.expect_exact(LEAVE)
    terminal.sendline("s")
    terminal.expect_exact("The name of the file, or Enter for none > ")
    terminal.sendline(str(tmp_path))
    terminal.expect_exact("[!] Not saved: ")
    terminal.expect_exact("The name of the file, or Enter for none > ")
    terminal.sendline(str(tmp_path / "game"))
    terminal.expect_exact("Saved.")
    assert finish(terminal)[0] == 130
    options = ["--load", str(tmp_path / "game")]
    history = commands.call(main, *options, typed="history\n").stdout
    assert "  1. odds  (1,1) = 5\n  2. evens (0,0) = 2\n" in history


def test_ctrl_c_while_the_computer_thinks() -> None:
    """The computer then plays the best action that it has found."""
    terminal = spawn("--size", "9", "--play", "evens", "--time-limit", "inf")
    terminal.expect(r"Thinking: \d+ s. Ctrl-C stops it.")
    terminal.sendintr()
    terminal.expect(r"The computer: \(\d,\d\) = \d, which is not proven to be best")
    prompt(terminal, "2, 4 or 6")
    terminal.sendline("quit")
    terminal.expect_exact(LEAVE)
    terminal.sendline("y")
    assert finish(terminal)[0] == 0


def test_plain() -> None:
    """With --plain, a terminal shows exactly what a pipe gets."""
    typed = ["1 1 5", "1 1 1", "1 0 1"]
    terminal = spawn("--plain")
    shown = ""
    for line in typed:
        asked = "[Player's Turn: Move Options [1, 3, 5]] > "
        terminal.expect_exact(asked)
        shown += terminal.before + asked
        terminal.sendline(line)
    code, rest = finish(terminal)
    piped = commands.call(main, typed="\n".join(typed)).stdout
    assert (code, (shown + rest).replace("\r\n", "\n")) == (0, piped)


@pytest.mark.parametrize("columns", [21, 80])
def test_bad_options_in_a_terminal(columns: int) -> None:
    """The game wraps its complaint at words."""
    options = ["--level", "harder", "--size", "3"]
    code, screen = finish(spawn(*options, COLUMNS=f"{columns}"))
    assert code == 2
    assert columns - 10 < max(map(len, screen.split("\r\n"))) < columns
    assert " ".join(screen.split()).endswith("(--help lists the options)")


def test_the_computer_plays_itself() -> None:
    terminal = spawn("--board", "640/000/000", "--play", "none", "--no-color")
    terminal.expect_exact("Odds: (2,0) = 3")
    terminal.expect_exact("Odds win: row 0 is 6 + 4 + 3 = 13, after 1 move in all.")
    terminal.expect_exact("Play again? Enter for yes, or quit > ")
    terminal.sendeof()
    assert finish(terminal)[0] == 0


@pytest.mark.parametrize("seed", range(4))
def test_keys_of_every_kind(seed: int, tmp_path: Path) -> None:
    """After random keys and commands, the end of input ends the game with code 0."""
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
