"""Sessions at the prompt, in this process. The wording of each is recorded once."""

import json
import re
from argparse import Namespace
from dataclasses import astuple
from datetime import date, timedelta
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from commands import Window, call, screens
from t3_play.console.commands import COMMANDS
from t3_play.console.exercises import Daily
from t3_play.console.game import Game
from t3_play.console.screen import Screen, Terminal
from t3_play.console.session import Session
from t3_play.console.start import main, screen_for
from t3_play.console.store import Store
from t3_play.drawing import Style
from t3_play.levels import best_action
from t3_play.match import new_match
from t3_play.puzzles import LESSONS

WINDOWS = [(80, 24), (60, 20), (40, 20)]
SMALL = ["--size", "3"]
PERFECT = ["--level", "perfect", "--play", "odds", *SMALL]
EASY = ["--level", "easy", "--play", "odds", "--seed", "3", *SMALL]
SOLUTION = "1 2 3; 1 1 3; 0 1 5"
"""What solves the puzzle of TODAY."""
LOSING = ["1 1 5", "1 0 1"]
"""With these lines odds lose to the perfect computer on the empty board."""


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("t3_play.console.screen.PATIENCE", 1000)
    monkeypatch.setattr("t3_play.console.session.WAIT", 1000)  # however busy the machine is
    monkeypatch.setattr("t3_play.console.session.Session.today", lambda _: TODAY)
    monkeypatch.setattr("random.randrange", lambda _: 5)
    monkeypatch.setattr("random.choice", lambda days: days[5])
    monkeypatch.setattr("sys.argv", ["__main__.py"])
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


TODAY = date(2026, 11, 25)


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show boards as notation, and no titles, so that a session is short to read."""
    monkeypatch.setattr(
        "t3_play.console.screen.board_rows",
        lambda match, *_: [f"[{match.state.notation()}]"],
    )
    monkeypatch.setattr("t3_play.console.game.Game.title", lambda _: "")
    monkeypatch.setattr("t3_play.console.session.Playing.advance", lambda _: False)


def shots(
    *lines: str, options: list[str], window: tuple[int, int] = (70, 30), code: int = 0
) -> list[str]:
    """The screens of a session in a terminal, one for each line, and what is shown last.

    Sessions in a test follow one another: what is kept is in its folder.
    """
    env = {"NO_COLOR": "1", "XDG_STATE_HOME": str(Path.cwd())}
    typed = "".join(f"{line}\n" for line in lines)
    done = call(main, *options, typed=typed, code=code, window=window, **env)
    return screens(done.stdout, lines)


def session(*lines: str, options: list[str]) -> str:
    """A session in a pipe, without empty lines."""
    typed = "".join(f"{line}\n" for line in lines)
    shown = call(main, *options, typed=typed, XDG_STATE_HOME=str(Path.cwd())).stdout
    return re.sub("\n\n+", "\n", shown)


BOTH = ["--play", "both"]
WON = ["--level", "easy", "--seed", "2", *SMALL]
WINNING = ["0 0 6", "0 1 2"]
"""With these lines evens win a game of WON."""
SESSIONS = {
    "the first screen": ([], "115; n; 1 1 5; home; g; rules; new 5; quit"),
    "learn": ([], "lessons; 203; ; 1 0 2; why; "),
    "the turning point, and back to it": (
        ["--board", "261/001/000 evens", "--level", "perfect"],
        "0 1 6; review; undo 1; 0 1 2",
    ),
    "a game won": (WON, "0 0 6; 0 1 2; stats; hint; 0 0 1; u"),
    "a mistake, and what decided the game": (
        [*BOTH, "--board", "000/302/000 odds"],
        "2 0 3; 0 0 6; 0 2 5; 1 0 4",
    ),
    "hint names the move that lost": (
        [*BOTH, "--board", "000/000/320 evens"],
        "2 1 6; 0 0 5; hint; undo 1; hint; hint; hint",
    ),
    "new by size, level and side": (
        EASY,
        "new 6x5; new perfect; new odds; new 4 both; new 5 hard; new evens both",
    ),
    "what is not understood": (
        ["--play", "odds", "--level", "easy", "--board", "200/000/000"],
        "review; xyzzy; b2 5; \uff48; \uff19\uff0c1\uff0c\u0665; 0 0 5; 1 1 6; undo; "
        "puzzle x; puzzle 2020-01-01; puzzle 2026-11-26; hint x; ",
    ),
    "a puzzle": (
        EASY,
        "p easy; why; 0 0 4; why 0 1 4; why 2 2 2; why 0 0 4; hint; hint; hint; undo; ",
    ),
    "the puzzle of the day": (EASY, "p; 0 0 1; {solution}; share; stats"),
}
"""Options and typed lines."""


@pytest.mark.usefixtures("folded")
def test_sessions(snapshot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sentence once: what is said again is left out, but for boards."""
    shown = list[str]()
    for at, (name, (options, lines)) in enumerate(SESSIONS.items()):
        (tmp_path / f"{at}").mkdir()
        monkeypatch.chdir(tmp_path / f"{at}")  # where it keeps its game
        text = session(*lines.format(solution=SOLUTION).split("; "), options=options)
        text = re.sub(r"[\w ']* turn: COLUMN ROW NUMBER \(.*\).* >", ">", text)
        shown.append(f"== {name}")
        for line in text.splitlines():
            shown += [line] if line.startswith("[") or line not in shown else []
    assert "\n".join(shown) == snapshot


def test_screens(snapshot: Any) -> None:
    """That of a game that is over."""
    assert shots(*LOSING, options=PERFECT, window=(80, 16))[-1] == snapshot


class Claiming(TextIOWrapper):
    """A stream of an IDE: it claims to be a terminal, and no file is behind it."""

    def isatty(self) -> bool:
        return True


def screen_on(
    *streams: Any, plain: bool = False, system: str = "posix", **env: str
) -> Screen:
    """The screen for standard input and output of these kinds, None if closed."""
    stdin, stdout = (kind and kind(BytesIO(), encoding="utf-8") for kind in streams)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.environ", {"TERM": "xterm", **env})
        patch.setattr("os.name", system)
        patch.setattr("sys.stdin", stdin)
        patch.setattr("sys.stdout", stdout)
        return screen_for(Namespace(plain=plain))


def test_style() -> None:
    """A terminal is drawn on, in colours. What is none, or can't be, gets plain lines."""
    both = [Window, Window]
    old_windows = screen_on(*both, system="nt")
    plain = [old_windows, screen_on(*both, TERM="dumb"), screen_on(*both, plain=True)]
    for other in (TextIOWrapper, Claiming, None):
        plain += [screen_on(Window, other), screen_on(other, Window)]
    assert not any(isinstance(screen, Terminal) for screen in plain)
    drawn = screen_on(*both), screen_on(*both, system="nt", WT_SESSION="1")
    assert all(isinstance(screen, Terminal) for screen in drawn)
    assert drawn[0].style == Style("utf-8", colour=True)
    assert screen_on(*both, NO_COLOR="1").style == Style("utf-8")


def test_plain_lines_say_the_same() -> None:
    """With TERM=dumb and in a pipe, the words are those of the screen, and whole."""
    typed = "\n".join([*LOSING, "hint", "quit", ""])
    piped = call(main, *PERFECT, typed=typed).stdout
    dumb = call(main, *PERFECT, typed=typed, window=(40, 24), TERM="dumb").stdout
    assert dumb.split() == piped.split()
    assert max(len(line.split(" > ")[0]) for line in dumb.splitlines()) < 40
    redrawn = " ".join("".join(shots(*LOSING, "hint", "quit", options=PERFECT)).split())
    for line in piped.splitlines():
        assert "\033" not in line
        line = line.replace(", or Enter for the board", "")
        if not re.search("[│┌├└]|^ *(has|needs) ", line):  # of the boards not all are kept
            assert " ".join(line.split()) in redrawn


def test_in_words(snapshot: Any) -> None:
    """An explicit --plain draws nothing, and says a board once a turn, and a new game."""
    options = ["--plain", "--board", "264/001/020 evens", "--level", "easy", "--seed", "1"]
    parts = ["board cell 0 2", "board row 3"]
    shown = session(*parts, "1 1 4", "0 1 2", options=options)
    assert "\n".join(dict.fromkeys(shown.splitlines())) == snapshot
    for once in ("Row 0 is dead", "column 2 is dead", "All lines are dead"):
        assert shown.count(once) == 1
    shown = session("1 1 4", "help", "stats", options=options)
    assert "\nundo [N]: take back" in shown
    assert not re.search(r"\033|[|#*<>/\\]", shown.replace(" > ", ""))


def test_leaving_asks_nothing() -> None:
    """The game waits."""
    for lines in ([], ["quit"], ["Q"]):
        assert session(*lines, options=[]).endswith("Goodbye!\n")
    assert shots("1 1 5", "^C", options=EASY, code=130)[-1].endswith("\nGoodbye!\n")
    assert session("1 1 5", "quit", options=EASY).endswith("Goodbye!\n")
    assert "go on: 3 x 3, easy, you are odds, after move 2" in session(options=[])


def kept_state() -> dict[str, Any]:
    state: dict[str, Any] = json.loads(Path("tic-tac-total/state.json").read_text())
    return state


KEPT = {"play": "odds", "level": "easy", "seed": 1, "helped": False, "actions": []}


@pytest.mark.parametrize(
    "game",
    [
        "000/000/000 odds",  # as version 2.0 had it
        {**KEPT, "start": f"{'/'.join(['0' * 25] * 25)} odds"},
        {**KEPT, "start": "000/000/000 odds", "play": []},
        {**KEPT, "start": "000/000/000 odds", "seed": float("inf")},
        {**KEPT, "start": "000/000/000 odds", "actions": [[0, 0]]},
    ],
)
def test_a_game_of_another_version_does_not_wait(game: Any) -> None:
    Path("tic-tac-total").mkdir()
    Path("tic-tac-total/state.json").write_text(json.dumps({"game": game}))
    shown = session("g", "n", options=[])
    assert "Your last game can't go on in this version." in shown
    assert "[!] No game is under way." in shown


def test_what_waits() -> None:
    """A game that has begun, even if it is killed, until another begins."""
    Game(opened(), new_match(4, play="both")).take("1 1 5")
    assert "go on: 4 x 4, for two, after move 1" in session(options=[])
    session("1 1 5", "new 5", "quit", options=EASY)
    assert "after move 2" in session("new 6", "quit", options=[])
    assert "after move 2" in session("n", "quit", options=[])
    assert "g  go on" in session("g", "undo", "home", "quit", options=[]).split("> g")[0]
    assert "g  go on" not in session(options=[])


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("play", ["odds", "evens"])
def test_what_is_said_first_holds_when_the_person_moves(play: str, size: int) -> None:
    """The example of a move is legal. Whatever the computer opened with, nobody has won."""
    for seed in range(6):
        options = ["--play", play, "--size", f"{size}", "--seed", f"{seed}"]
        shown = session(options=options)
        example = re.search(r"number: (\d \d \d) puts", shown)
        assert example
        assert "[!]" not in session(example[1], options=options)
        always = "can always win from here" in shown
        assert always == (play == "odds" and size == 3)  # else the computer has moved


def test_learning_goes_on_and_begins_again() -> None:
    for lesson in [*LESSONS, LESSONS[0], LESSONS[0]]:
        move = "{} {} {}".format(*astuple(best_action(lesson.state)))
        assert f"{lesson.title}. Solved" in session("learn", move, options=[])


def test_results_are_counted_once() -> None:
    """A game counts as it first ended. Help counts apart."""
    session(*WINNING, "review", "why", "undo", "0 1 2", options=WON)
    assert kept_state()["results"] == {"easy, 3 x 3": {"won": 1}}
    helps = ("undo", "0 0 6"), ("hint",), ("why",), ("why 0 1 2",), ("review",)
    for helped, asked in enumerate(helps, start=1):
        session("0 0 6", *asked, "0 1 2", options=WON)
        won = {"won": 1, "won with help": helped}
        assert kept_state()["results"] == {"easy, 3 x 3": won}
    session("2 0 3", options=["--board", "640/000/000", "--level", "perfect"])
    session(*LOSING, "undo", "home", options=PERFECT)
    assert kept_state()["results"]["perfect, 3 x 3"] == {"lost": 1}


def opened() -> Session:
    """One of several windows at once."""
    return Session(Screen(Style()), Store(print))


def test_two_windows_with_one_game_count_it_once() -> None:
    """Even if another game has ended in between."""
    for id in ("1f", "2e", "1f"):
        match = new_match(3, "easy", seed=2)
        game = Game(opened(), match, id=id)
        game.take(WINNING[0])
        game.advance()
        game.take(WINNING[1])
    assert kept_state()["results"] == {"easy, 3 x 3": {"won": 2}}


@pytest.mark.parametrize("shown", [False, True])
def test_two_windows_with_one_puzzle(shown: bool) -> None:
    """Each wrong move and hint counts, once, and so does the answer shown by the other."""
    windows = [Daily(opened(), TODAY) for _ in range(2)]
    for window, number in zip([*windows, *windows], [1, 3, 1, 1]):
        window.take(f"0 0 {number}")
    for _ in range(3 * shown):
        windows[1].do_hint("")
    windows[0].do_hint("")
    for window in windows:
        for move in SOLUTION.split("; "):
            window.take(move)
    end = {"shown": True} if shown else {"solved": f"{TODAY}"}
    wrong = {"(0,0) = 1": "lost", "(0,0) = 3": "tied"}
    hints = {f"hint {step}": True for step in range(1, 2 + shown)}
    assert kept_state()["days"] == {f"{TODAY}": {"wrong": wrong, "hints": hints, **end}}
    assert kept_state().get("puzzles", 0) == (not shown)


def test_the_day_a_puzzle_was_opened_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is solved just after midnight."""
    puzzle, tomorrow = Daily(opened(), TODAY), TODAY + timedelta(1)
    monkeypatch.setattr("t3_play.console.session.Session.today", lambda _: tomorrow)
    for move in SOLUTION.split("; "):
        puzzle.take(move)
    assert kept_state()["days"] == {f"{TODAY}": {"solved": f"{TODAY}"}}


def test_the_level_of_the_next_game() -> None:
    """One up after two wins running, one down after two losses; Enter begins it."""
    for lines, options, then in (
        (WINNING, WON, ""),
        (LOSING, PERFECT, ""),
        (WINNING, WON, ""),
        (["hint", *WINNING], WON, ""),
        (WINNING, WON, ""),
        (WINNING, WON, ", against medium"),
        (LOSING, PERFECT, ""),
        (LOSING, PERFECT, ", against hard"),
    ):
        shown = session(*lines, "", options=options)
        assert f"Press Enter for another game{then}, or home" in shown
    assert "Computer (hard): " in shown


def test_the_start_menu_knows_who_comes() -> None:
    """What was solved this week, and which levels are beaten; what Enter does is said."""
    assert "press Enter for l >" in session(options=[])
    session(*WINNING, options=WON)
    assert "press Enter for p >" in session(options=[])
    session("p", *SOLUTION.split("; "), options=[])
    session("puzzle 2026-11-23", "hint", "hint", "hint", options=[])
    shown = session(options=[])
    assert "press Enter for n >" in shown
    assert "This week: Mon answer seen, Tue open, Wed solved.\n" in shown
    assert "Beaten: 3 x 3 easy.\n" in shown
    session("1 1 5", options=EASY)
    assert "press Enter for g >" in session(options=[])


def test_cells_that_are_named_are_marked() -> None:
    """Until the next input."""
    options = [*BOTH, "--board", "120/000/000 evens"]
    marked = []
    for screen in shots("hint", "hint", "hint", "why 2 2 4", "9 9 9", "", options=options)[
        :-1
    ]:
        rows = re.findall(r"^ +\d │(.*)│", screen, re.MULTILINE)
        cells = [row.split("│") for row in rows]
        marked.append([(x, y) for x in range(3) for y in range(3) if "[" in cells[y][x]])
    column, cell = [(0, 0), (0, 1), (0, 2)], [(0, 1)]
    assert marked == [[], column, cell, [(0, 1), (0, 2)], [(2, 2)], []]


def test_enter_shows_the_board_where_lines_are_plain() -> None:
    assert session("", options=EASY).count("needs 13\n") == 10
    shown = shots("", options=EASY)
    assert shown[0].split("\n")[:12] == shown[1].split("\n")[:12]
    assert "\n\n         0     1     2\n      ┌─────┬" in shown[0]


def test_the_end_stays_in_sight() -> None:
    """Whatever is typed after it, the result and what one can type are said again."""
    for screen in shots(*WINNING, "hint", "xyz", "help", "", options=WON)[2:-2]:
        assert "You win: column 0" in screen
        assert "You can also type" in screen
        assert "Against easy, 3 x 3: won 1, tied 0, lost 0." in screen


@pytest.mark.parametrize("size", [3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_screen(
    size: int, window: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fits. The board stays in sight, and at the same place while the game goes on."""
    names = "hint", "why", "undo", "review"
    lines = ["1 1 1", *[line for name in names for line in (name, "0 0 9")], "quit"]
    options = ["--size", f"{size}", "--level", "easy", "--seed", "3"]
    monkeypatch.setattr("t3_play.console.session.WAIT", 0.2)
    tops = set()
    for screen in shots(*lines, options=options, window=window)[:-1]:
        rows = screen.split("\n")
        assert len(rows) <= window[1] + 1
        assert max(map(len, rows)) < window[0]
        board = [at for at, row in enumerate(rows) if re.search("0 +1 +2", row)]
        if re.search("moves( that .*)?:|Not proven|whatever", screen):
            continue  # what is long may replace the board
        assert board
        if screen.startswith("Tic-Tac-Total: "):
            tops.add(board[0])
    assert len(tops) == 1


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("kind", ["medium", "hard"])
def test_the_screen_of_a_puzzle(kind: str, window: tuple[int, int]) -> None:
    """The board and the goal stay in sight, whatever else is said."""
    lines = [f"p {kind}", "", "9 9 9", "hint", "hint", "hint"]
    for screen in shots(*lines, options=[], window=window)[1:-1]:
        assert screen.count("\n") <= window[1]
        assert re.search("0 +1 +2", screen)
        assert "to move: make a line sum to 13 within" in " ".join(screen.split())


def test_a_tiny_window() -> None:
    """The whole board is in sight with a move, and without the legend, or a message is."""
    lines = ["", "1 1 1", "9 9 9", "", "0 0 1"]
    *_, moved, wrong, again, _last = shots(*lines, options=EASY, window=(20, 10))
    for screen in (moved, wrong, again):
        assert screen.count("\n") <= 10
        assert max(len(row.split(" > ")[0]) for row in screen.splitlines()) <= 20
        assert screen.startswith("   0  1  2 /+12\n0") == (screen != wrong)


def test_a_board_that_is_higher_than_the_terminal() -> None:
    options = ["--size", "12", "--play", "both"]
    seen = shots("1 1 5", "help", "home", options=options, window=(70, 15))
    assert ["11  ·" in screen for screen in seen[:-1]] == [True, True, False]


def test_what_does_not_fit_is_shown_page_by_page() -> None:
    seen = shots("help", "", "", "", "quit", options=EASY, window=(60, 8))
    pages = [screen for screen in seen if screen.endswith("Press Enter for more > \n")]
    assert len(pages) >= 2
    assert all(screen.count("\n") <= 8 for screen in seen)
    every = "".join(seen)
    assert all(f"  {name} " in every for name in COMMANDS if name != "go")
    assert "column, row and number: 0 1 5 puts 5" in " ".join(every.split())
