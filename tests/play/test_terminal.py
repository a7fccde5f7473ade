"""The game in a real pseudo-terminal."""

import signal
import time

import pytest

import commands

PROMPT = "(1, 3 or 5) > "
PERFECT = ["--level=perfect", "--seed=0", "--play=odds", "--size=3"]


def started(*options: str) -> tuple[commands.Terminal, str]:
    """The game in an 80 x 24 terminal, and what it shows up to the first prompt."""
    terminal = commands.Terminal("t3_play", *options, NO_COLOR="1")
    screen = terminal.wait_for(PROMPT)
    commands.wait_until_asleep(terminal.process.pid)
    return terminal, screen


def test_the_screen_is_drawn_anew_when_the_window_changes() -> None:
    """And after Ctrl-Z, with what was typed so far."""
    terminal, _ = started(*PERFECT)
    terminal.type("1 1 5")
    terminal.wait_for(PROMPT)
    terminal.process.send("0 1")
    terminal.wait_for("0 1")
    terminal.process.setwinsize(12, 60)
    assert "+6 needs 6 more" in terminal.wait_for(f"{PROMPT}0 1")
    terminal.process.setwinsize(24, 80)
    assert "┌─────┬" in terminal.wait_for(f"{PROMPT}0 1")
    terminal.process.kill(signal.SIGCONT)
    assert "┌─────┬" in terminal.wait_for(f"{PROMPT}0 1")
    terminal.type(" 1")
    terminal.wait_for("│> 1 <│")
    terminal.process.close(force=True)


def test_a_terminal_with_other_codes_gets_plain_lines() -> None:
    terminal = commands.Terminal("t3_play", *PERFECT, TERM="vt52")
    assert "\x1b" not in terminal.wait_for(", or Enter for the board > ")
    terminal.type("quit")
    terminal.finish(0)


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


@pytest.mark.parametrize("plain", [[], ["--plain"]], ids=str)
def test_ctrl_c_while_the_computer_thinks(plain: list[str]) -> None:
    """The computer then plays the best action that it has found. At a prompt it leaves."""
    board = f"{'0000000/' * 4}0001000/0000000/0000000 evens"
    options = ["--play=odds", "--level=perfect", *plain]
    terminal = commands.Terminal("t3_play", "--board", board, *options)
    terminal.wait_for("Thinking. Ctrl-C stops it.")
    terminal.process.sendintr()
    terminal.wait_for("which is not proven")
    terminal.wait_for("(1, 3 or 5)")
    terminal.interrupt()
    terminal.finish(130)
