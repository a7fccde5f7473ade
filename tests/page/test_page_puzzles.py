"""Puzzles, games to send, and positions that are set up, on the page in Chromium."""

import re
from dataclasses import astuple
from datetime import date, datetime, time, timedelta

import pytest
from playwright.sync_api import Page, expect

from browser import MARKS, board, cell, go, noted, place, press, said
from t3_play.advice import look_at
from t3_play.console.results import told
from t3_play.descriptions import name_of
from t3_play.levels import best_action
from t3_play.puzzles import FIRST_DAY, of_day
from t3_player import LOSS, WIN, T3Player, T3State
from t3_state import TURNS, T3Action

pytest_plugins = ["browser"]

pytestmark = MARKS


YESTERDAY = date.today() - timedelta(1)
STATE = of_day(YESTERDAY).state
MOVES = of_day(YESTERDAY).moves
MISSED = {"wrong": {"": "lost"}, "hints": {"1": True, "2": True}}
NUMBER = (YESTERDAY - FIRST_DAY).days + 1
SIDE = TURNS[STATE.odd_turn]
PUZZLE = f"{STATE.notation().replace(' ', '-')}&play={SIDE}&puzzle={YESTERDAY}"


def play(page: Page, action: T3Action) -> None:
    """Place a number by clicks."""
    place(page, "".join(map(str, astuple(action))))


def go_on(page: Page, utility: int) -> None:
    """Play an action that leaves the opponent this utility, and doesn't end the game."""
    evaluate = T3Player().evaluate
    children = [it for it in STATE.get_transitions() if not it[1].is_over()]
    play(page, next(it for it, child in children if evaluate(child).utility == utility))


def solve(page: Page, state: T3State = STATE) -> None:
    """Solve a puzzle by the best moves."""
    side = TURNS[state.odd_turn]
    while not state.is_over():
        play(page, best_action(state))
        state = state.get_next_state(best_action(state))
        if not state.is_over():
            holes = page.locator(".cell[data-number='0']")
            expect(holes).to_have_count(len(state.get_open_tiles()) - 1)
            rows = re.findall("." * state.size, board(page))
            state = T3State.from_notation(f"{'/'.join(rows)} {side}")


def shares(page: Page, text: str | re.Pattern[str]) -> None:
    """Expect the text that the page offers to send."""
    page.click("#send")
    expect(page.locator("#text")).to_have_value(text)
    page.keyboard.press("Escape")


def test_a_friends_link(fresh: Page, site: str) -> None:
    """Who is new here gets a lesson first, and shares the puzzle."""
    fresh.goto(f"{site}#{NUMBER}")
    said(fresh, "First, how to play. Make a line add up to 13")
    shares(fresh, f"{site}#{NUMBER}")
    noted(fresh, "The top row has 3 + 4.")
    place(fresh, "012")
    said(fresh, "Not the solution: the computer plays ")
    said(fresh, " and holds out.")
    expect(fresh.locator("#verdict .unseen")).to_have_text(re.compile(r"\(\d,\d\) = "))
    press(fresh, "Try again")
    place(fresh, "206")
    fresh.reload()
    press(fresh, f"Next: puzzle {NUMBER}")
    said(fresh, f"Puzzle {NUMBER}: ")
    solve(fresh)
    said(fresh, "Solved on try 1.")


@pytest.fixture
def known(fresh: Page) -> Page:
    """A blank page in a browser in which the first lesson is solved."""
    kept = '{"first":{"end":"solved"}}'
    fresh.add_init_script(f"localStorage['t3 puzzles'] ??= '{kept}'")
    return fresh


def test_a_link_to_no_puzzle(known: Page, site: str) -> None:
    """Of the day after tomorrow, too. Today's takes its place. A wrong clock is named."""
    wrong = known.locator("#wrong")
    dated = "000/000/000-odds&puzzle="
    for link in ("0", f"{NUMBER + 3}", f"{dated}2026-02-30", f"{dated}2020-01-01"):
        known.goto(f"{site}#{link}")
        expect(wrong).to_have_text(
            "Puzzles begin on 1 January 2026 and end today, "
            f"{date.today():%-d %B %Y} by your device's clock."
        )
        said(known, f"Puzzle {NUMBER + 1}: ")
    known.goto(f"{site}#1")
    said(known, "Puzzle 1: ")
    for day, first, warning, listed, counts in (
        (date(2020, 5, 5), "Make a line", "5 May 2020 by your", "none yet", [0, 0]),
        (date(2040, 5, 5), "Puzzle 5239: ", "", "solved in a row: 0", [3, 30]),
    ):
        known.clock.set_fixed_time(datetime.combine(day, time(12)))
        known.goto("about:blank")
        known.goto(site)
        said(known, first)
        expect(wrong).to_contain_text(warning)
        known.click("#puzzle")
        expect(known.locator("#all")).to_contain_text(listed)
        assert [known.locator(f"#all {it}").count() for it in ("h3", "button")] == counts
    assert board(known) in of_day(day).state.notation().replace("/", "")


def test_a_puzzle(known: Page, site: str) -> None:
    """A wrong move is refused, and counts; a right one is answered until it is solved.

    It goes on where it was left. Hints count, and a second tap costs nothing.
    """
    known.goto(f"{site}#{NUMBER}&fbclid=IwAR0")
    said(known, f"Puzzle {NUMBER}: win in {MOVES} moves. Your turn")
    expect(known.locator("#controls button")).to_have_text(["Undo", "Hint"])
    animations = known.context.new_cdp_session(known)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    go_on(known, WIN)
    said(known, "Not the solution: the computer plays ")
    expect(known.locator(".cell.reply")).to_have_count(1)
    box = known.get_by_role("button", name="Show the solution").bounding_box()
    assert box
    known.mouse.click(box["x"] + 9, box["y"] + 9)
    hint = known.get_by_role("button", name="Hint")
    expect(hint).to_have_attribute("aria-disabled", "true")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})
    press(known, "Try again")
    note, right = known.locator("#note"), best_action(STATE)
    hint.dblclick()
    expect(note).to_have_text(f"Look at {name_of(look_at(STATE, right))}.")
    expect(known.locator(".cell.hinted")).to_have_count(STATE.size)
    press(known, "Hint: the cell")
    expect(note).to_have_text(f"The cell is ({right.col()},{right.row()}).")
    known.reload()
    said(known, ", try 2. Your turn")
    expect(note).to_contain_text("The cell is ")
    go_on(known, LOSS)
    said(known, "Right. The computer: ")
    known.goto("about:blank")
    known.goto(f"{site}#{PUZZLE}")
    said(known, "The computer: ")
    known.locator("#undo").click()
    solve(known)
    said(known, "Solved on try 2.")
    expect(note).to_have_text(f"{told(MISSED)}. Today's is still to solve.")
    expect(known.locator("#tray .buttons > :first-child")).to_have_text("Today's puzzle")
    assert known.url.endswith(f"/#{NUMBER}")
    press(known, "Share result")
    name = f"Tic-Tac-Total puzzle {NUMBER}, {YESTERDAY:%-d %B %Y}"
    text = f"{name}\n{told(MISSED)}\n{known.url}"
    expect(known.locator("#text")).to_have_value(text)
    assert known.evaluate("text.scrollHeight <= text.clientHeight")


def test_a_solution_that_was_shown_is_not_solved(known: Page, site: str) -> None:
    """Another one is, even if the device is full, and the result can't be kept."""
    known.goto(f"{site}#{PUZZLE}")
    go_on(known, WIN)
    press(known, "Show the solution")
    said(known, f". Best: {T3Player().choose(STATE)}.")
    solve(known)
    said(known, "You win: ")
    assert "Solved" not in known.inner_text("#verdict")
    expect(known.get_by_role("button", name="Share result")).to_have_count(0)
    full = """Object.defineProperty(window, "localStorage", {
        value: new Proxy({ ...localStorage }, { set() { throw Error("full"); } }) })"""
    known.add_init_script(full)
    known.goto("about:blank")
    known.goto(f"{site}#{NUMBER - 1}")
    solve(known, of_day(YESTERDAY - timedelta(1)).state)
    said(known, "Solved on try 1.")
    noted(known, "This browser can't keep the result.")


def test_the_first_visit_is_a_game_that_one_wins(fresh: Page, site: str) -> None:
    """Then in two moves, then the puzzle of the day, with which later visits begin.

    So it is where a damaged record was, which is set aside.
    """
    damaged = f'{{"{date.today()}":{{"wrong":null,"end":"weird"}}}}'
    fresh.add_init_script(f"localStorage['t3 puzzles'] ??= {damaged!r}")
    fresh.goto(site)
    said(fresh, "Make a line add up to 13")
    expect(fresh.locator("#wrong")).to_contain_text("damaged")
    place(fresh, "206")
    fresh.reload()
    said(fresh, "You win: row 0 is 3 + 4 + 6 = 13.")
    expect(fresh.locator("#wrong")).to_be_hidden()
    assert damaged in fresh.evaluate("Object.values(localStorage)")
    shares(fresh, f"{site}#340/000/001-evens&play=evens&puzzle=first")
    press(fresh, "Next")
    said(fresh, "Win in 2 moves.")
    place(fresh, "006")
    said(fresh, "Right. The computer: ")
    won = "014" if cell(fresh, 0, 1).get_attribute("data-number") == "0" else "106"
    place(fresh, won)
    said(fresh, "You win: ")
    press(fresh, "Today's puzzle")
    said(fresh, "Puzzle ")
    fresh.goto("about:blank")
    fresh.goto(site)
    said(fresh, "Puzzle ")
    shares(fresh, f"{site}#{NUMBER + 1}")


def test_a_day(known: Page, site: str) -> None:
    """The day on which a puzzle was opened counts. Once solved, it opens solved.

    A later visit moves on from a puzzle of the day, and not from one that was chosen.
    """
    day = date.today()
    late = datetime.combine(day, time(23, 59, 56))
    known.clock.set_fixed_time(late)
    known.goto(site)
    said(known, "Puzzle ")
    known.clock.set_fixed_time(late + timedelta(seconds=6))
    solve(known, of_day(day).state)
    said(known, "Solved on try 1.")
    noted(known, "Today's is still to solve.")
    known.reload()
    said(known, f"Puzzle {NUMBER + 2}: ")
    known.click("#puzzle")
    expect(known.locator("#all")).to_contain_text("Days solved in a row: 1.")
    press(known, f"{day:%-d %b}, solved")
    said(known, "Solved on try 1.")
    known.reload()
    said(known, "Solved on try 1.")
    known.clock.set_fixed_time(late)
    name = f"Tic-Tac-Total puzzle {NUMBER + 1}, {day:%-d %B %Y}"
    shares(known, f"{name}\n{told({})}\n{known.url}")


def test_a_new_game(page: Page) -> None:
    """After a position that is over, from the empty board, or from one that is typed."""
    go(page, "553/000/001-evens&play=evens")
    said(page, "This position is over. The computer wins: row 0 is 5 + 5 + 3 = 13.")
    page.locator("#tray").get_by_role("button", name="New game").click()
    for name, value in {"play": "odds", "first": "odds"}.items():
        page.select_option(f"[name={name}]", value)
    page.click("text=Cancel")
    expect(page.locator(".cell")).to_have_count(9)
    page.click("#begin")
    page.locator("#new .main").click()
    expect(page.locator(".cell")).to_have_count(16)
    expect(page.locator("#players")).to_contain_text("computer, medium")
    page.click("#begin")
    page.fill("[name=position]", "210/000")
    page.locator("#new .main").click()
    expect(page.locator("output")).to_contain_text("“210/000” is not a position")
    expect(page.locator("[name=position]")).to_have_value("210/000")
    expect(page.locator(".cell")).to_have_count(16)
    page.fill("[name=position]", " ２１0/000/000  Evens ")  # noqa: RUF001
    page.locator("#new .main").click()
    said(page, "The computer: ")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.locator("#undo").press("Enter")
    assert board(page).count("0") == 6
    shares(page, re.compile(r"#210/000/000-evens&moves=\d{3}&play=odds&level=medium$"))
