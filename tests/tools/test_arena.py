"""The arena counts games correctly, for any players and on any workers."""

import os
import random
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT, Terminal, call, run
from handed_in import rank, values, write
from t3_state import T3State
from t3_tools import workers
from t3_tools.__main__ import main
from t3_tools.arena.games import Pairing, play, start_position
from t3_tools.arena.players import NAMED, Player, player
from t3_tools.arena.scores import Score
from t3_tools.printing import brief

FIRST = "def choose(state): return next(state.get_transitions())[0]\n"
LAST = "def choose(state): return [*state.get_transitions()][-1][0]\n"
UTILITY = """\
def value(state):
    if state.is_win():
        return -1
    return max((-value(child) for _, child in state.get_transitions()), default=0)
def choose(state):
    return max(state.get_transitions(), key=lambda it: -value(it[1]))[0]
"""
DICE = """\
import random
def choose(state): return random.choice([action for action, _ in state.get_transitions()])
"""
PLAN = f"""\
from __future__ import annotations
from dataclasses import dataclass
@dataclass
class Plan:
    depth: int
{FIRST}
"""
"""A player with text annotations: its dataclass looks up the module in sys.modules."""

TWO_GAMES = ["--games=2", "--jobs=1"]

arena = partial(call, main, "arena")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The path of a player's file, not yet written."""
    return tmp_path.resolve() / "bot.py"


def table_in(screen: str) -> dict[str, dict[str, str]]:
    """The numbers in the printed table, by player and then by column."""
    columns = ("wins", "ties", "losses", "score", "thrown", "wasted", "missed", "time")
    rows = re.findall(r"^ *(\S+)" + r" +([0-9.]+|-)" * len(columns), screen, re.MULTILINE)
    return {name: dict(zip(columns, numbers)) for name, *numbers in rows}


def scores(first: str, other: str, seed: int = 0) -> list[Score]:
    """The scores of a game on the empty board, without its time."""
    pairing = Pairing((first, other), T3State(True), seed)
    return [replace(score, seconds=0) for score in play(pairing)]


@pytest.mark.parametrize(
    ("size", "empty"), [(3, 5), (3, 1), (4, 7), (2, 4), (3, 9), (3, 10), (9, 5)]
)
def test_starts(size: int, empty: int) -> None:
    """Nobody has won, the side to move can't win at once, and the sides took turns."""
    for seed in range(24):
        odd = seed % 2 == 0
        start = start_position(size, empty, odd, random.Random(seed))
        assert start.odd_turn == odd
        assert len(start.get_open_tiles()) == min(empty, size * size)
        assert not start.is_win()
        assert not any(child.is_win() for _, child in start.get_transitions())
        placed = [number % 2 for row in start.board for number in row if number]
        assert sum(placed) - len(placed) / 2 in ((0, -0.5) if odd else (0, 0.5))


def test_each_two_players_play_every_start_from_both_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Pairing] = []

    def at_once(workers: object, play: object, pairings: list[Pairing], title: str) -> Any:
        played.extend(pairings)
        yield from ((number, (Score(wins=1), Score(losses=1))) for number in range(24))

    monkeypatch.setattr("t3_tools.arena.command.finished", at_once)
    table = table_in(arena("medium", "easy", "random", "--games=8", "--jobs=1").stdout)
    assert {(row["wins"], row["losses"]) for row in table.values()} == {("8", "8")}
    games = [(*pairing.names, pairing.start) for pairing in played]
    assert len(set(games)) == len({pairing.seed for pairing in played}) == 24
    assert {(other, first, start) for first, other, start in games} == set(games)
    starts = {pairing.start for pairing in played}
    assert Counter(start.odd_turn for start in starts) == {True: 2, False: 2}


def test_a_position_to_start_from() -> None:
    """Who plays the side that wins there wins, and the textbook throws it away."""
    trap = "261/001/000 evens"
    options = ["--games=2", "--jobs=1", "--position", trap]
    screen = arena("perfect", "textbook", *options).stdout
    assert f"{trap}, 2 of 2 games" in screen
    table = table_in(screen)
    assert (table["perfect"]["wins"], table["textbook"]["thrown"]) == ("2", "1")


@pytest.mark.parametrize("name", NAMED)
def test_players_play_what_is_legal_and_repeat_themselves(name: str) -> None:
    for turn in ("odds", "evens"):
        one, two = player(name, 3), player(name, 3)
        state = T3State.from_notation(f"102/300/000 {turn}")
        while not state.is_over():
            action = one(state)
            assert action == two(state)
            state = state.get_next_state(action)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("textbook", "(0,1) = 6"),
        ("perfect", "(0,1) = 2"),
        (str(ROOT / "tests" / "course_player.py"), "(0,1) = 6"),  # a class alone
    ],
)
def test_the_textbook_falls_into_the_trap(name: str, action: str) -> None:
    assert str(player(name, 0)(T3State.from_notation("261/001/000 evens"))) == action


def mistakes(start: T3State, choose: Player) -> Counter[str]:
    """What the oracle says of a player who begins, against one who plays exactly."""
    state, counts = start, Counter[str]()
    while not state.is_over():
        known = values(state)
        best = action = max(known, key=lambda it: rank(known[it]))
        if state.odd_turn == start.odd_turn:
            action = choose(state) or best
            if known[action].utility < known[best].utility:
                counts["thrown"] = 1
            elif wasted := known[action].depth - known[best].depth:
                counts["wasted"] += wasted
            else:
                counts["missed"] += action != best
        state = state.get_next_state(action)
    return counts


@pytest.mark.parametrize(
    ("code", "total"),
    [(LAST, {"thrown": 9, "missed": 16}), (UTILITY, {"wasted": 2})],
)
def test_mistakes_are_counted(code: str, total: dict[str, int], bot: Path) -> None:
    name = write(bot, code)
    counted, expected = Counter[str](), Counter[str]()
    for seed in range(20):
        start = start_position(3, 4, seed % 2 == 0, random.Random(seed))
        wrong, exact = play(Pairing((name, "course"), start, 0))
        assert (exact.thrown, exact.wasted, exact.missed) == (0, 0, 0)
        counted.update({it: getattr(wrong, it) for it in ("thrown", "wasted", "missed")})
        expected += mistakes(start, player(name, 0))
    assert counted == expected == Counter(total)


@pytest.mark.parametrize(
    "fault",
    ["return T3Action(9, 9, 1)", "return 1 / 0", "sys.exit(3)", "raise KeyboardInterrupt"],
)
def test_faults_lose_the_game(fault: str, bot: Path) -> None:
    write(bot, f"from t3_state import *\nimport sys\ndef choose(_): {fault}\n")
    screen = arena(str(bot), "random", *TWO_GAMES).stdout
    assert "bot lost 2 by errors or illegal actions; the first: " in screen
    table = table_in(screen)
    assert (table["bot"]["losses"], table["random"]["wins"]) == ("2", "2")
    assert table["bot"]["thrown"] == "-"  # not 0: bot played no legal action
    assert table["random"]["thrown"] != "-"


def test_a_player_that_ends_its_worker(bot: Path) -> None:
    write(bot, "import os\ndef choose(state): os._exit(3)\n")
    done = run("t3_tools", "arena", str(bot), "random", *TWO_GAMES, code=1)
    assert "a worker was killed" in done.stderr


def test_a_player_that_changes_its_state_changes_no_game(bot: Path) -> None:
    """The cheat changes its board to one where its first action, (0,0) = 1, wins."""
    honest = scores(write(bot, FIRST), "perfect")
    cheat = (
        "def choose(state):\n"
        "    action = next(state.get_transitions())[0]\n"
        "    object.__setattr__(state, '_state', ((0, 6, 6), (0, 0, 0), (0, 0, 0)))\n"
        "    return action\n"
    )
    assert scores(write(bot, cheat), "perfect") == honest


@pytest.mark.parametrize(
    ("file", "line"),
    [("helper.py", "import helper"), ("parts/helper.py", "from parts import helper")],
)
def test_helpers_of_one_player_are_not_anothers(
    file: str, line: str, tmp_path: Path
) -> None:
    """Each player imports its own helper module, and loads it anew for each game."""
    code = (
        f"{line}\n"
        "def choose(state):\n"
        "    helper.calls.append(1)\n"
        "    actions = [action for action, _ in state.get_transitions()]\n"
        "    return actions[0 if helper.FIRST else -len(helper.calls)]\n"
    )
    for name, first in (("a", True), ("b", False)):
        helper = f"FIRST = {first}\ncalls = []\n"
        write(tmp_path / name, {file: helper, "bot.py": code})
    a, b = (str(tmp_path / name / "bot.py") for name in "ab")
    state = T3State(True)
    one, two = player(a, 0), player(b, 0)
    assert str(one(state)) == "(0,0) = 1"
    assert str(two(state)) == str(player(b, 0)(state)) == "(2,2) = 5"
    assert str(two(state)) == "(2,2) = 3"  # the second action of `two`


def test_games_in_threads_are_as_one_by_one(bot: Path) -> None:
    """A Dask worker plays games in several threads, which share Python's `random`."""
    game = partial(scores, write(bot, DICE), "random")
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(game, range(8))) == list(map(game, range(8)))


@pytest.mark.parametrize(
    "files",
    [
        {"t3_player.py": FIRST, "bot.py": "from t3_player import choose"},
        {"t3_tools/__init__.py": FIRST, "bot.py": "from t3_tools import choose"},
        {"bot.py": PLAN},
    ],
    ids=["its own search", "its own package", "its own module"],
)
def test_what_a_file_may_import(files: dict[str, str], tmp_path: Path) -> None:
    """A file may import modules of its own by names of ours; our modules stay loaded."""
    write(tmp_path, {**files})
    path, ours = list(sys.path), {**sys.modules}
    state = T3State.from_notation("640/000/000 odds")
    assert str(player(str(tmp_path / "bot.py"), 0)(state)) == "(0,1) = 1"
    assert sys.path == path
    assert all(sys.modules[name] is module for name, module in ours.items())


def test_a_player_plays_with_its_own_files(tmp_path: Path) -> None:
    """With its own t3_state.py, and if it has none, with one that course code can use."""
    state = (ROOT / "t3_state.py").read_text()
    more = state.replace(
        "    def is_win", "    def ended(self): return self.is_over()\n\n    def is_win"
    )
    code = "def choose(state): return state.ended() or next(state.get_transitions())[0]"
    notes = (
        "def choose(state):\n    for action, _ in state.get_transitions():\n"
        "        action.score = 1\n    return action\n"
    )
    own = write(tmp_path / "own", {"t3_state.py": more, "bot.py": code})
    alone = write(tmp_path / "alone", {"bot.py": code, "notes.py": notes})
    start = T3State.from_notation("102/300/000 odds")
    assert str(player(f"{own}/bot.py", 0)(start)) == "(0,2) = 1"
    assert str(player(f"{alone}/notes.py", 0)(start)) == "(2,2) = 5"
    screen = arena(f"{alone}/bot.py", "random", *TWO_GAMES).stdout
    assert re.sub(r"\s+", " ", screen).endswith(
        "the first: AttributeError: 'T3State' object has no attribute 'ended' "
        "(bot.py, line 1) "
    )


def test_another_game(tmp_path: Path) -> None:
    """A player without a t3_state.py of its own is lent one of that game."""
    code = "def choose(state): return [*state.get_transitions()][-1][0]"
    bot = f"{write(tmp_path, {'bot.py': code})}/bot.py"
    options = ["--target=15", "--max-move=9", "--jobs=1"]
    position = ["--position", "900/050/200 odds"]
    screen = arena(bot, "random", *options, "--games=4").stdout
    screen += arena(bot, "perfect", *options, *position, "--games=2").stdout
    assert "900/050/200 odds, 2 of 2 games" in screen
    assert "failing" not in screen


@pytest.mark.long
def test_the_same_games_whatever_the_workers(bot: Path) -> None:
    def table(seed: int, jobs: int) -> dict[str, dict[str, str]]:
        options = ["--games=10", f"--seed={seed}", f"--jobs={jobs}"]
        rows = table_in(arena("easy", "random", write(bot, DICE), *options).stdout)
        return {name: {**row, "time": ""} for name, row in rows.items()}

    assert len(table(5, 1)) == 3
    assert table(5, 1) == table(5, 2) != table(6, 2)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("easy /home/ann/class/my_player.py", "easy my_player"),
        ("in/ann/bot.py in/bob/bot.py", "ann/bot bob/bot"),
        ("bot.py ann/bot.py", "bot.py ann/bot"),
        ("random random.py in/random.py", "random random.py in/random"),
        ("bot.py ./bot.py", "bot.py ./bot.py"),
    ],
)
def test_brief_names(names: str, expected: str) -> None:
    assert [brief(name, names.split()) for name in names.split()] == expected.split()


def test_names_that_confuse(tmp_path: Path) -> None:
    path = write(tmp_path / os.fsdecode(b"na\xff\x1b[31m\nme.py"), FIRST)
    screen = arena(path, "random", *TWO_GAMES).stdout
    assert re.search(r"^ *na  \[31m me +[12] ", screen, re.MULTILINE)
    write(Path(path), "1 / 0")
    assert arena(path, "random", code=2).stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["perfect"], "two players or more"),
        (["easy", "easy"], "each named once"),
        (["easy", "nobody"], "'nobody' is neither a file nor one of easy, medium, h"),
        (["easy", str(ROOT / "README.md")], "is not a Python file"),
        (["easy", str(ROOT / "t3_state.py")], "has neither choose(state) nor a T3Player"),
        (["easy", "random", "--games", "0"], "'--games': 0 is not in the range"),
        (["easy", "random", "--size", "99"], "'--size': 99 is not in the range"),
        (["easy", "random", "--position", "1/2 odds"], "board not square"),
        (["easy", "random", "--position", "661/000/000 odds"], "the game is over"),
    ],
)
def test_bad_requests(arguments: list[str], complaint: str) -> None:
    assert complaint in arena(*arguments, code=2).stderr


def test_ctrl_c_counts_what_is_finished() -> None:
    terminal = Terminal("t3_tools", "arena", "easy", "random", "--games=2000", "--jobs=1")
    terminal.process.expect(r"[1-9]\d*/2000")
    terminal.process.sendintr()
    screen = terminal.finish(130)
    games = re.search(r"3 x 3, (\d+) of 2000 games", screen)
    assert games
    table = table_in(screen)
    assert table.keys() == {"easy", "random"}
    for row in table.values():
        assert sum(int(row[it]) for it in ("wins", "ties", "losses")) == int(games[1])
    assert screen.endswith("t3-tools: stopped\r\n")


@pytest.mark.needs("distributed")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://"])
def test_no_cluster(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    client = distributed.Client
    monkeypatch.setattr(distributed, "Client", lambda at, timeout: client(at, timeout=0.2))
    done = arena("easy", "random", "--dask", address, code=2)
    assert "no Dask scheduler" in done.stderr


def test_no_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(workers, "ProcessPoolExecutor", refuse)
    done = arena("easy", "random", *TWO_GAMES, code=1)
    assert done.stderr == "t3-tools: processes need /dev/shm, where you may not write\n"


ONCE = "from pathlib import Path\nPath(__file__).with_suffix('.seen').touch(exist_ok=False)"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise ValueError('no\\nlines')", "ValueError: no lines"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("x = (", "SyntaxError: '(' was never closed (bot.py, line 1)"),
        ("class T3Player:\n def __init__(self): raise ValueError('so')", "ValueError: so"),
        ("class T3Player: 1", "AttributeError: 'T3Player' object has no attribute 'choo"),
        # The check at the start loads the file; the first game fails to load it again.
        (f"{ONCE}\n{FIRST}", "FileExistsError: "),
    ],
)
def test_a_file_that_cannot_be_loaded(code: str, error: str, bot: Path) -> None:
    write(bot, code)
    complaint = arena("easy", str(bot), *TWO_GAMES, code=2).stderr
    assert complaint.startswith(f"t3-tools: {str(bot)!r} cannot be loaded: {error}")
    assert complaint.count("\n") == 1
