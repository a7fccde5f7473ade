"""The console game, played through pipes."""

import argparse
import io
import re
from functools import partial
from pathlib import Path

import pytest

import commands
from t3_game import main
from t3_play.console.start import screen_for
from t3_play.console.terminal import Terminal

GAME = str(commands.ROOT / "t3_game.py")

HANDOUT = (commands.ROOT / "t3_tools/starter/handout/README.md").read_text(encoding="utf-8")
LOSS = HANDOUT.partition("from `python t3_game.py`:\n\n```\n")[2].partition("```")[0]


run = partial(commands.run, "t3_game")
call = partial(commands.call, main)


def test_transcript() -> None:
    assert run(typed="1 1 5\n1 0 1\n").stdout == LOSS
    assert call(typed="1 1 5\n1 0 1\n").stdout == LOSS


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
    """The first board in the output, and who moves: "Player" or "Opponent"."""
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
        (["--target", "18"], "000\n000\n000", "Player"),
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
        (["--size", "9" * 5000], f"'{'9' * 20}' is not a whole number"),
        (["--time-limit", "-1"], "'-1' is not a number of seconds"),
        (["--play", "odd"], "invalid choice: 'odd'"),
        (["--board", "12/000/000"], "board not square"),
        (["--board", "120/000/007"], "(2,2) holds '7'"),
        (["--board", "120/000/000 even"], "is not a board and a turn"),
        (["--board", "120/000/000 evens", "--first", "odds"], "contradicts --board"),
        (["--board", "000/000/000", "--size", "3"], "not allowed with argument"),
        (["--target", "100"], "'100' is not a whole number from 1 to 99"),
        (["--board", "/".join(["0" * 26] * 26)], "a board has 25 rows at most"),
        (["--target", "19", "--board", "000/000/000"], "a line of 3 sums to 18 at most"),
        (["--load", "no\nsuch"], "--load: 'no\\nsuch': No such file"),
        (["--board", "007/000/000", "--max-move", "6"], "(2,0) holds '7'"),
        (["--level", "course"], "invalid choice: 'course'"),
        (["--play", "both", "--level", "easy"], "two people play, the computer does not"),
        (["--load", "/"], "--load: '/': that is not a file"),
        (["--load", GAME], "line 1: a saved game begins with 'Tic-Tac-Total'"),
        (["--load", GAME, "--first", "odds"], "--first: not with --load"),
        (["--siz", "4"], "unrecognized arguments: --siz 4"),
    ],
)
def test_bad_options(options: list[str], complaint: str) -> None:
    done = call(*options, code=2)
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_time_limit() -> None:
    """The game says "not proven" only if the time is too short for a proof."""
    shown = call("--size", "9", "--play", "evens", "--time-limit", "0.1").stdout
    assert re.search(
        r"\[Opponent's Turn\] > \(\d,\d\) = \d \(not proven best in the time\)\n", shown
    )
    assert "(not proven" not in call("--play", "evens", "--time-limit", "inf").stdout


class Typed(io.TextIOWrapper):
    """A stream that passes for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("modern", [False, True])
def test_colour_in_windows(modern: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Windows Terminal, which sets WT_SESSION, gets colour and a redrawn screen."""
    for stream in ("sys.stdin", "sys.stdout"):
        monkeypatch.setattr(stream, Typed(io.BytesIO(), encoding="utf-8"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("WT_SESSION", raising=False)
    if modern:
        monkeypatch.setenv("WT_SESSION", "1")
    with monkeypatch.context() as windows:
        windows.setattr("os.name", "nt")
        screen = screen_for(argparse.Namespace(plain=False, no_color=False))
    assert isinstance(screen, Terminal)
    assert screen.style.colour == screen.animated == modern


def test_help() -> None:
    shown = call("--help").stdout
    for part in ("--size", "--play", "--first", "--board", "examples:", "exit codes:"):
        assert part in shown


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (b"xyzzy", "Unknown command 'xyzzy': help lists them"),
        (b"hi", "Unknown command 'hi': did you mean hint or history?"),
        (b"b2 5", "such as 0 1 5; no letters"),
        (b"level " + b"x" * 100, "Unknown level 'xxxxxxxxxxxxxxxxxxxx': easy, medium"),
        (b"5 1 1 1", "column, row and number. For example, for (0,1) = 1 type 0 1 1."),
        (b"1 1", "Type three whole numbers"),
        (b"new 6x5", "For another board type its size: a board has as many rows as"),
        (b"load", "Type the name of a file too"),
        (b"load /no/such/file", "Not loaded: No such file"),
        (
            b"quit " + b"x" * 100,
            "Type quit alone, without 'xxxxxxxxxxxxxxxxxxxx'",
        ),
        (b"x" * 100_000, "Unknown command 'xxxxxxxxxxxxxxxxxxxx'"),
        (b"save", "Type the name of a file too"),
        (b"undo", "There is nothing to take back"),
        (b"", "Type three whole numbers"),
        (b"\xff\xfe\x00\x01", "Type three whole numbers"),
        (b"1 1 " + b"9" * 100_000, "Type three whole numbers"),
        (b"9 1 5", "there is no cell (9,1): cells go from (0,0) to (2,2)"),
        (
            b"0 0 5",
            "the cell (0,0) is taken: it holds 2 (possible: 1, 3 or 5 on (0,1), (0,2), "
            "(1,0), (1,1), (1,2), (2,0) and 2 more cells)",
        ),
        (b"1 1 6", "odds can't place 6, only 1, 3 or 5"),
    ],
)
def test_a_mistake_costs_nothing(typed: bytes, answer: str) -> None:
    """The game complains in one line, and goes on from the same board."""
    done = call("--board", "200/000/000", typed=typed + b"\n1 1 5\n")
    wrong, right = done.stdout.split("[Player's Turn: Move Options [1, 3, 5]] > ")[1:3]
    assert wrong.splitlines()[-1].startswith("[!] ")
    assert answer in wrong.splitlines()[-1]
    assert right.startswith("1 1 5\n[2, 0, 0]\n[0, 5, 0]\n[0, 0, 0]\n")


def answer(command: str, *options: str) -> str:
    """What a command prints if a person types it at the first prompt."""
    shown = call(*options, typed=command + "\n").stdout
    return (
        re.split(r"\]\] > ", shown)[1].removeprefix(command + "\n").partition("[Player")[0]
    )


@pytest.mark.parametrize(
    ("command", "board", "shown"),
    [
        ("why", "532/215/520 odds", "ties: (2,2) = 1, 3 or 5\n"),
        ("WHY", "532/215/520 odds", "ties: (2,2) = 1, 3 or 5\n"),
        (
            "hint",
            "640/000/000",
            "Play (2,0) = 3 to win at once: row 0 is 6 + 4 + 3 = 13.\n",
        ),
        (
            "hint",
            "200/050/000",
            "Evens threaten the diagonal from the top left (6 on (2,2)). Only (2,2) = 1, "
            "3 or 5 leave evens no win at once. Every move loses against best play. "
            "(2,2) = 1 resists longest: evens need 2 moves.\n",
        ),
        ("history", "640/000/000", "No moves yet.\n"),
    ],
)
def test_commands(command: str, board: str, shown: str) -> None:
    assert answer(command, "--board", board) == shown


def test_save_and_load(tmp_path: Path) -> None:
    """The loaded game has the same history and settings, and `undo` works in it."""
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


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("/no/such/folder/game", "No such file or directory"),
        ("/", "that is not a file"),
        ("/dev/full", "that is not a file"),
        ("/dev/full/game", "Not a directory"),
        (GAME, "that file exists, and is not a saved game"),
        ("a\0b", "a file can't have that name"),
        ("~nobody-here/game", "home"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_saving_in_vain(name: str, complaint: str) -> None:
    """The game says why it can't save, and goes on."""
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
        (["--play", "none", "--level", "perfect"], "", "OEOEOE", "[W] Evens Win!"),
        ([], "resign\n", "P", "[L] You Lose!"),
    ],
)
def test_who_plays(options: list[str], typed: str, prompts: str, ending: str) -> None:
    shown = call(*options, typed=typed).stdout
    assert "".join(re.findall(r"\[(.)\w*'s? Turn", shown)) == prompts
    assert shown.splitlines()[-1] == ending


def test_seed() -> None:
    """A seed repeats a game. Without a seed games differ."""
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
    """The game ends at the first prompt, and ignores the lines that follow."""
    shown = call(typed=typed).stdout
    assert shown.count("] > ") == 1
    assert shown.splitlines()[-1] == "Goodbye!"
