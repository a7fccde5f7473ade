"""Sessions at the prompt, in this process. The wording of each is recorded once."""

import re
from argparse import Namespace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from commands import Window, call, screens
from t3_play.console.commands import COMMANDS
from t3_play.console.start import main, screen_for
from t3_play.console.terminal import Terminal
from t3_play.drawing import ASCII, BOX_DRAWING, Style
from t3_play.inputs import begun

WINDOWS = [(80, 24), (60, 20), (40, 20)]
LOSING = ["1 1 5", "1 0 1"]
"""With these lines odds lose to the perfect computer on the empty board."""
MISTAKE = ["--board", "261/001/000 evens", "--play", "evens", "--level", "perfect"]
"""A position in which (0,1) = 6 throws away a win."""


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("t3_play.console.terminal.PATIENCE", 1000)
    monkeypatch.setattr("t3_play.console.screen.DELAY", 0)
    monkeypatch.setattr("sys.argv", ["__main__.py"])
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show boards as notation, and no titles, so that a session is short to read."""
    terminal = "t3_play.console.terminal"
    monkeypatch.setattr(
        f"{terminal}.draw_board", lambda state, *_: [f"[{state.notation()}]"]
    )
    monkeypatch.setattr(f"{terminal}.MARKS", "")
    monkeypatch.setattr(Terminal, "title", lambda *_: "")


def shots(
    *lines: str, options: list[str], window: tuple[int, int] = (80, 24), code: int = 0
) -> list[str]:
    """The screens of a session in a terminal, one for each line, and what is shown last."""
    env = {"NO_COLOR": "1", "XDG_STATE_HOME": str(Path.cwd())}
    typed = "".join(f"{line}\n" for line in lines)
    done = call(main, *options, typed=typed, code=code, window=window, **env)
    return screens(done.stdout, lines)


def session(*lines: str, options: list[str], code: int = 0) -> str:
    return re.sub("\n\n+", "\n", "".join(shots(*lines, options=options, code=code)))


PERFECT = ["--level", "perfect"]
EASY = ["--level", "easy", "--seed", "3"]
BOTH = ["--play", "both"]
WON = ["--board", "640/000/000", "--level", "easy"]
SESSIONS = {
    "a level is asked for": ([], "harder; m; level; quit"),
    "an action in place of a level": (["--seed", "3"], "1 1 5; quit; y"),
    "a game lost from the start": (PERFECT, "1 1 5; 1 0 1; hint; 0 0 1; undo; quit; y"),
    "the turning point, and back to it": (MISTAKE, "0 1 6; undo 1; 0 1 2; quit; y"),
    "the same side again, then the other": (
        PERFECT,
        "1 1 5; 1 0 1; ; 1 1 5; 1 0 1; swap; quit",
    ),
    "a game taken back does not count": (WON, "2 0 3; undo; 2 0 3; quit"),
    "a game won": (WON, "2 0 3; level m; new; 2 0 3; quit"),
    "a tie": (["--board", "532/215/520", *PERFECT], "2 2 1; quit"),
    "a finished game": (["--board", "643/000/000 evens", *PERFECT], ""),
    "a game of two people": (
        [*BOTH, "--board", "640/000/000"],
        "swap; level easy; 2 0 1; 1 1 2; 2 1 5; 0 1 2; quit; y",
    ),
    "why after the end shows the board before the mistake": (MISTAKE, "0 1 6; why; "),
    "why without a turning point": (PERFECT, "1 1 5; 1 0 1; why; "),
    "review": (
        MISTAKE,
        "0 1 6; review; ; ; review; q; why; level easy; review; level hard; quit",
    ),
    "review of a tie thrown away": (
        [*BOTH, "--board", "014/401/034 odds"],
        "0 0 1; review; quit; y",
    ),
    "review of a slower win": (
        [*BOTH, "--board", "120/000/000 evens"],
        "0 1 2; review; quit; y",
    ),
    "hint names the move that lost": (
        [*BOTH, "--first", "evens"],
        "1 2 2; 0 2 3; 2 1 6; 0 0 5; hint; undo 3; hint; quit; y",
    ),
    "hint where one number stops a threat": (
        [*BOTH, "--board", "600/004/130 odds"],
        "hint; 0 1 3; hint; undo; new; 0 1 1; hint; quit; y",
    ),
    "who can win is said against perfect": (EASY, "level perfect; swap; new 6; y; quit; y"),
    "swapping sides in a game, and after it": (
        ["--board", "640/000/000", *PERFECT],
        "swap; swap; new; quit",
    ),
    "new asks only if a game would be lost": (
        EASY,
        "new; 1 1 5; new; what?; new 6x5; new 26; new 4; y; new 6 X 6; quit",
    ),
    "leaving": (EASY, "1 1 5; quit; n; quit; no; ^C; n; quit; y"),
    "n asks before it leaves": (WON, "2 0 3; n; n; no; y"),
    "what is not understood": (
        [*EASY, "--board", "200/000/000"],
        "xyzzy; b2 5; h; ?; 5 1 1 1; 1 1; 9 1 5; 0 0 5; 1 1 6; save; load; "
        "load /no/such; undo; level x; puzzle x; undo 3; ; quit",
    ),
    "after the end": (WON, "2 0 3; hint; 1 1 1; nonsense; quit"),
    "help": (PERFECT, "help; rules; quit"),
}
"""Options and typed lines."""


@pytest.mark.usefixtures("folded")
@pytest.mark.parametrize("name", SESSIONS)
def test_session(name: str, snapshot: Any) -> None:
    options, lines = SESSIONS[name]
    assert session(*lines.split("; "), options=options) == snapshot


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_screens(window: tuple[int, int], snapshot: Any) -> None:
    """The first screen, one with marks, and that of a game that is over."""
    options = ["--level", "perfect"]
    assert "".join(shots(*LOSING, options=options, window=window)) == snapshot


TERMINALS, BOXES = [Window, Window], Style(BOX_DRAWING, colour=True)


@pytest.mark.parametrize(
    ("plain", "env", "system", "streams", "style"),
    [
        (False, {}, "posix", TERMINALS, BOXES),
        (False, {"LANG": "C", "NO_COLOR": "1"}, "posix", TERMINALS, Style(ASCII)),
        (False, {"LC_ALL": "C"}, "posix", TERMINALS, Style(ASCII, colour=True)),
        (False, {"LC_ALL": "en", "LANG": "C"}, "posix", TERMINALS, BOXES),
        (False, {"WT_SESSION": "1"}, "nt", TERMINALS, BOXES),
        (False, {}, "nt", TERMINALS, None),  # an old console of Windows
        (False, {"TERM": "dumb"}, "posix", TERMINALS, None),
        (True, {}, "posix", TERMINALS, None),
        (False, {}, "posix", [Window, TextIOWrapper], None),
        (False, {}, "posix", [TextIOWrapper, Window], None),
        (False, {}, "posix", [Window, None], None),
    ],
)
def test_style(
    plain: bool, env: dict[str, str], system: str, streams: list[Any], style: Style | None
) -> None:
    """How a terminal is drawn on, or None for plain lines."""
    stdin, stdout = (kind and kind(BytesIO(), encoding="utf-8") for kind in streams)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.environ", env)
        patch.setattr("os.name", system)
        patch.setattr("sys.stdin", stdin)
        patch.setattr("sys.stdout", stdout)
        screen = screen_for(Namespace(plain=plain))
    assert isinstance(screen, Terminal) == (style is not None)
    assert style in (None, screen.style)


def test_plain_lines_say_the_same() -> None:
    """With --plain, with TERM=dumb and in a pipe, the words are those of the screen."""
    typed = "\n".join([*LOSING, "hint", "quit", ""])
    piped = call(main, "--level=perfect", typed=typed).stdout
    plain = ["--plain", "--level=perfect"]
    assert call(main, *plain, typed=typed, window=(80, 24)).stdout == piped
    dumb = call(main, plain[1], typed=typed, window=(80, 24), TERM="dumb").stdout
    assert dumb == piped
    redrawn = " ".join("".join(shots(*LOSING, "hint", "quit", options=plain[1:])).split())
    for line in piped.splitlines():
        assert "\033" not in line
        if not re.search("[│┌├└]|^ *(has|needs) ", line):  # of the boards not all are kept
            assert " ".join(line.split()) in redrawn


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_works_by_its_beginning(name: str) -> None:
    beginnings = (name[:end] for end in range(1, 1 + len(name)))
    shortest = next(it for it in beginnings if sum(c.startswith(it) for c in COMMANDS) == 1)
    assert begun(COMMANDS, shortest.upper(), "command") == name


def test_saving_and_loading() -> None:
    """Whoever has just saved is not asked; the file goes on, and another game does not."""
    text = session("1 1 5", "save my game", "undo", "1 1 3", "save my game", options=EASY)
    assert text.count("Saved. To resume") == 2
    assert "python3 -m t3_play --load" in text
    assert "without saving" not in session("1 1 5", "save a", "quit", options=BOTH)
    assert "without saving" in session("1 1 5", "save b", "1 0 2", "quit", options=BOTH)
    kept = Path("my game").read_text()
    assert "(1,1) = 3" in kept
    text = session("save my game", options=EASY)
    assert "[!] Not saved: that file holds another game" in text
    assert Path("my game").read_text() == kept
    Path("my game").write_text(f"{kept}(1,")
    assert "Loaded" not in session("0 0 1", "load my game", "n", options=BOTH)
    text = session("0 0 1", "load my game", "y", "save c", "quit", options=EASY)
    assert "Loaded my game, after move 2." in text
    assert "[!] The last line was left out. line 8: '(1,' is not three" in text
    assert Path("c").read_text() == kept


def test_what_the_end_of_input_and_ctrl_c_do() -> None:
    """They leave, but ask first if a game has begun."""
    assert session(options=EASY).endswith("\nGoodbye!\n")
    for lines in ([], ["quit"], ["Q"]):  # in place of a level
        assert session(*lines, options=[]).endswith("\nGoodbye!\n")
    assert "(y/n)" not in session("^C", options=EASY, code=130)
    text = session("1 1 5", "^C", "y", options=EASY, code=130)
    assert text.endswith("(y/n) > y\nGoodbye!\n")
    assert session("1 1 5", "^C", "^C", options=EASY, code=130).endswith("Goodbye!\n")


@pytest.mark.parametrize("size", [3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_screen(size: int, window: tuple[int, int]) -> None:
    """It fits. The board stays in sight, and at the same place while the game goes on."""
    names = [it for it in COMMANDS if it not in ("help", "rules", "quit", "new", "puzzle")]
    lines = ["1 1 1", *[it for name in names for it in (name, "0 0 9")], "quit", "y"]
    options = ["--size", f"{size}", *EASY, "--time-limit", "0.2"]
    tops = set()
    for screen in shots(*lines, options=options, window=window)[:-1]:
        rows = screen.split("\n")
        assert len(rows) <= window[1] + 1
        assert max(map(len, rows)) < window[0]
        board = [at for at, row in enumerate(rows) if re.search("0 +1 +2", row)]
        if re.search("moves?:|Not proven", screen):
            continue  # a long list may replace the board
        assert board
        if screen.startswith("Tic-Tac-Total: "):
            tops.add(board[0])
    assert len(tops) == 1


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("kind", ["easy", "medium", "hard", "course"])
def test_the_screen_of_a_puzzle(kind: str, window: tuple[int, int]) -> None:
    """The board and the goal stay in sight, whatever else is said."""
    lines = ["", "x", "9 9 9", "why", "answer"]
    options = ["--puzzle", kind, "--seed", "5"]
    for screen in shots(*lines, options=options, window=window)[1:-1]:
        assert screen.count("\n") <= window[1]
        assert re.search("0 +1 +2", screen)
        assert "to move: w" in " ".join(screen.split())


def test_a_board_that_is_higher_than_the_terminal() -> None:
    options = ["--size", "25", "--play", "both"]
    seen = shots("1 1 5", "help", "", "quit", options=options)
    assert ["24  ·" in screen for screen in seen[:-1]] == [True, True, False, True]


def test_what_does_not_fit_is_shown_page_by_page() -> None:
    seen = shots("help", "", "", "", "quit", options=EASY, window=(60, 12))
    pages = [screen for screen in seen if screen.endswith("Press Enter for more > \n")]
    assert len(pages) >= 2
    assert all(screen.count("\n") <= 12 for screen in seen)
    every = "".join(seen)
    assert all(f"  {name} " in every for name in COMMANDS)
    assert "0 1 5    column, row" in every


def test_the_computer_plays_itself() -> None:
    done = call(main, "--play", "none", "--level", "easy", window=(80, 24))
    boards = done.stdout.split("\033[H\033[J")[1:]
    assert len(boards) > 4
    for screen in boards:
        assert "has " in screen
        assert len(re.findall(r"^(Odds|Evens): \(", screen, re.MULTILINE)) < 3


@pytest.mark.parametrize("target", [12, 13])
def test_the_start_says_whether_a_line_can_win(target: int) -> None:
    options = ["--size", "2", "--target", f"{target}", "--level", "easy"]
    assert ("it will be a tie" in session(options=options)) == (target == 13)
