"""The game in a real pseudo-terminal."""

import argparse
import io
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
from t3_play.console.start import screen_for
from t3_play.drawing import ODDS

GAME = str(commands.ROOT / "t3_game.py")
PROMPT = "(1, 3 or 5) > "
PERFECT = "--level=perfect"


def started(*options: str, prompt: str = PROMPT, **env: str) -> tuple[Any, str]:
    """The game in an 80 x 24 terminal, and what it shows up to the first prompt."""
    env = {"NO_COLOR": "1", **env}
    terminal = commands.Terminal("t3_game", *options, folder=commands.ROOT, **env)
    screen = terminal.wait_for(prompt)
    commands.wait_until_asleep(terminal.process.pid)
    return terminal, screen


def test_a_whole_game() -> None:
    terminal, screen = started(PERFECT)
    assert "    0 │  ·  │  ·  │  ·  │  0, needs 13\r\n" in screen
    terminal.type("1 1 5")
    assert "0 │> 2 <│  ·  │  ·  │  2, needs 11\r\n" in terminal.wait_for(PROMPT)
    terminal.type("1 0 1")
    screen = terminal.wait_for("Press Enter to play again, or quit > ")
    assert "2 │  ·  │  ·  │  6 *│  6, needs 7\r\n" in screen
    assert not re.search(r"\x1b\[[0-9;]*m", screen)
    terminal.type("")
    assert "You: odds (1, 3 or 5)" in terminal.wait_for(PROMPT)
    terminal.type("quit")
    assert "Score: you 0, the computer 1, ties 0." in terminal.finish(0)


@pytest.mark.parametrize("typed", ["quit\r", "Q\r", "\x04"])
def test_leaving_where_the_level_is_asked_for(typed: str) -> None:
    terminal, _ = started(prompt="[easy] > ")
    terminal.process.send(typed)
    assert terminal.finish(0).endswith("Goodbye!\r\n")


def test_resizing_and_resuming() -> None:
    """The game redraws the screen, and waits for a new line."""
    terminal, _ = started(PERFECT)
    terminal.process.setwinsize(20, 40)
    terminal.wait_for("Type column, row and number: 0 1 5 puts\r\n")
    terminal.wait_for("5) > ")
    commands.wait_until_asleep(terminal.process.pid)
    terminal.process.kill(signal.SIGCONT)
    terminal.wait_for("Type column")
    terminal.wait_for("5) > ")
    terminal.type("1 1 5")
    terminal.wait_for("The computer: (0,0) = 2")
    terminal.wait_for("5) > ")
    terminal.process.sendeof()
    terminal.wait_for("(y/n) > ")
    terminal.process.sendeof()
    terminal.finish(0)


@pytest.mark.parametrize(
    ("env", "boxes", "coloured"),
    [
        ({"LANG": "C"}, False, False),
        ({"LC_ALL": "C", "NO_COLOR": ""}, False, True),
        ({"LANG": "C.UTF-8", "NO_COLOR": ""}, True, True),
    ],
)
def test_characters_and_colours(env: dict[str, str], boxes: bool, coloured: bool) -> None:
    _, screen = started("--board", "120/000/000", "odds", PERFECT, **env)
    assert ("\u2500" in screen) == boxes
    assert ("+-----+" in screen) == (not boxes)
    assert (f"\x1b[{ODDS}m  1  \x1b[0m" in screen) == coloured


@pytest.mark.parametrize("options", [["--plain"], []], ids=["--plain", "TERM=dumb"])
def test_plain_lines(options: list[str]) -> None:
    """With --plain, or where nothing can be redrawn, a terminal shows what a pipe gets."""
    typed = ["1 1 5", "1 1 1", "1 0 1"]
    prompt = "[Player's Turn: Move Options [1, 3, 5]] > "
    dumb = {} if options else {"TERM": "dumb"}
    terminal, screen = started(*options, prompt=prompt, **dumb)
    shown = screen + prompt
    for line in typed[:-1]:
        terminal.type(line)
        shown += terminal.wait_for(prompt) + prompt
    terminal.type(typed[-1])
    shown += terminal.finish(0)
    piped = commands.call(main, typed="\n".join(typed)).stdout
    assert shown.replace("\r\n", "\n") == piped


@pytest.mark.parametrize("streams", [">&-", "| cat", "</dev/null"])
def test_the_transcript_if_input_or_output_is_no_terminal(streams: str) -> None:
    command = f'"$0" "$1" {streams}'
    if streams == "</dev/null":
        command = 'echo q | "$0" "$1"'
    process = pytest.importorskip("pexpect").spawn(
        "bash",
        ["-c", command, sys.executable, GAME],
        timeout=60,
        encoding="utf-8",
        env=commands.environment(TERM="xterm"),
    )
    process.sendline("quit")
    screen = process.read()
    process.wait()
    process.close()
    assert process.exitstatus == 0
    assert "needs" not in screen
    assert ("= " in screen) == (streams != ">&-")


def test_many_ctrl_c_at_once() -> None:
    for pause in (0, 0.001, 0.003):
        process = started("--play=both")[0].process
        for _ in range(4):
            process.kill(signal.SIGINT)
            time.sleep(pause)
        assert "Traceback" not in process.read()
        process.wait()
        process.close()
        assert process.exitstatus == 130 or process.signalstatus == signal.SIGINT


def test_ctrl_c_while_the_computer_thinks() -> None:
    """The computer then plays the best action that it has found. At a prompt it leaves."""
    options = ["--size=9", "--play=evens", PERFECT, "--time-limit=inf"]
    terminal = commands.Terminal("t3_game", *options)
    terminal.wait_for("Thinking. Ctrl-C stops it.")
    terminal.process.sendintr()
    terminal.wait_for(", which is not proven to be best")
    terminal.wait_for("(2, 4 or 6) > ")
    terminal.interrupt()
    terminal.wait_for("Leave this game without saving it? (y/n) > ")
    terminal.type("y")
    terminal.finish(130)


@pytest.mark.parametrize("seed", range(3))
def test_keys_of_every_kind(seed: int, tmp_path: Path) -> None:
    """After random keys and commands, the end of input ends the game with code 0."""
    dice = random.Random(seed)
    keys = [*COMMANDS, *"yn0123456,()= -/~#\t\x1b\x00\xff\u20ac", "\x1b[A", "/dev/full"]
    options = ["--level", "easy", "--time-limit", "0.1"]
    env = {"XDG_STATE_HOME": str(tmp_path)}
    terminal = commands.Terminal("t3_game", *options, folder=tmp_path, **env)
    terminal.wait_for(" > ")
    for _ in range(40):
        terminal.type(" ".join(dice.choices(keys, k=dice.randint(0, 4))))
    terminal.type("")
    while terminal.process.isalive():
        terminal.process.sendeof()
        terminal.process.expect([" > ", pytest.importorskip("pexpect").EOF])
    terminal.finish(0)


@pytest.mark.parametrize("modern", [False, True])
def test_an_old_console_of_windows_gets_plain_lines(
    modern: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only Windows Terminal, which sets WT_SESSION, gets a redrawn screen."""
    for stream in ("sys.stdin", "sys.stdout"):
        window = commands.Window(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(stream, window)
    monkeypatch.delenv("WT_SESSION", raising=False)
    if modern:
        monkeypatch.setenv("WT_SESSION", "1")
    with monkeypatch.context() as windows:
        windows.setattr("os.name", "nt")
        screen = screen_for(argparse.Namespace(plain=False))
    assert screen.interactive == modern
