"""Puzzles, games to send, and positions that are set up, on the page in Chromium."""

import re
from dataclasses import astuple
from datetime import date, datetime, time, timedelta

import pytest
from playwright.sync_api import Page, expect

from browser import MARKS, board, cell, choice, go, place, said
from t3_play.puzzles import of_day
from t3_player import T3Player, T3State

pytest_plugins = ["browser"]

pytestmark = MARKS


PUZZLE = "060/411/014-evens&play=evens&puzzle=sent"
SOLUTION = ["022", "206"]


def test_a_puzzle(page: Page) -> None:
    """A wrong move is refused, and counts; a right one is answered until it is solved."""
    go(page, PUZZLE)
    said(page, "A friend sent you a puzzle: you can win in 2 moves. Your turn")
    expect(page.locator("#controls button")).to_have_text(["Undo"])
    place(page, "004")
    said(page, "Not the solution: the computer plays ")
    expect(page.locator(".cell.reply")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    place(page, SOLUTION[0])
    said(page, "Right. ")
    page.reload()
    place(page, SOLUTION[1])
    said(page, "Solved, 2 tries.")
    assert page.url.endswith(PUZZLE)
    page.get_by_role("button", name="Share result").click()
    result = f"Tic-Tac-Total puzzle\n🟥🟩\n{page.url}"
    expect(page.locator("#share textarea")).to_have_value(result)
    page.keyboard.press("Escape")


def test_a_solution_that_was_shown_is_not_solved(fresh: Page, site: str) -> None:
    fresh.goto(f"{site}#{PUZZLE}")
    place(fresh, "004")
    fresh.get_by_role("button", name="Show the solution").click()
    said(fresh, "You win in 2 moves. Best: (0,2) = 2.")
    place(fresh, SOLUTION[0])
    said(fresh, "You win at once. Best: (2,0) = 6.")
    place(fresh, SOLUTION[1])
    said(fresh, "You win: ")
    assert "Solved" not in fresh.inner_text("#verdict")
    expect(fresh.get_by_role("button", name="Share result")).to_have_count(0)


@pytest.mark.parametrize(
    ("puzzle", "claim"),
    [
        ("000/000/000-evens&puzzle=sent", "you can win in 2 moves"),
        ("000/000/000-odds&puzzle=sent", "you lose against best play"),
        ("131/131/130-odds&puzzle=sent", "don't lose"),
    ],
)
def test_what_a_puzzle_claims_is_true_of_its_position(
    page: Page, puzzle: str, claim: str
) -> None:
    side = "odds" if "odds" in puzzle else "evens"
    go(page, f"{puzzle}&play={side}")
    said(page, claim)


def test_a_slower_win_solves_a_puzzle(page: Page) -> None:
    """(2,0) = 2 wins in 2 moves, though (2,0) = 4 wins at once."""
    go(page, "060/401/001-evens&play=evens&puzzle=sent")
    place(page, "022")
    said(page, "Right. The computer: ")
    place(page, "202")
    said(page, "Right. The computer: ")


def test_the_first_visit_is_a_game_that_one_wins(fresh: Page, site: str) -> None:
    """Then in two moves, then the puzzle of the day, with which later visits begin."""
    fresh.goto(site)
    said(fresh, "Make a line add up to 13")
    place(fresh, "206")
    said(fresh, "You win: row 0 is 3 + 4 + 6 = 13.")
    fresh.get_by_role("button", name="Next").click()
    said(fresh, "Win in 2 moves.")
    place(fresh, "006")
    said(fresh, "Right. The computer: ")
    won = "014" if cell(fresh, 0, 1).get_attribute("data-number") == "0" else "106"
    place(fresh, won)
    said(fresh, "You win: ")
    fresh.get_by_role("button", name="Today's puzzle").click()
    said(fresh, "Puzzle ")
    fresh.goto("about:blank")
    fresh.goto(site)
    said(fresh, "Puzzle ")
    fresh.click("#send")
    link = fresh.locator("#share textarea")
    expect(link).to_have_value(re.compile(r"-(odds|evens)&play=\1&puzzle=[-0-9]{10}$"))


def solve(page: Page, day: date) -> None:
    """Solve the puzzle of a day by the best moves."""
    state = of_day(day).state
    side = state.odd_turn
    while not state.is_over():
        if state.odd_turn == side:
            action = T3Player().choose(state)
            assert action
            place(page, "".join(map(str, astuple(action))))
            state = state.get_next_state(action)
        else:
            expect(page.locator("#note")).not_to_contain_text("thinking")
            said(page, "The computer: ")
            numbers, size = [*map(int, board(page))], len(state.board)
            rows = [numbers[at : at + size] for at in range(0, size * size, size)]
            state = T3State(side, rows)
    said(page, "Solved, 1 try.")


def test_a_day(fresh: Page, site: str) -> None:
    """The day on which a puzzle was opened counts. Once solved, it opens solved."""
    day = date.today()
    late = datetime.combine(day, time(23, 59, 56))
    fresh.clock.set_fixed_time(late)
    fresh.goto(f"{site}#000/000/000-odds&puzzle={day}")
    expect(fresh.locator("#wrong")).to_contain_text("counts as a friend's")
    fresh.click("#puzzle")
    fresh.get_by_role("button", name="Today, new").click()
    said(fresh, "Puzzle ")
    fresh.clock.set_fixed_time(late + timedelta(seconds=6))
    solve(fresh, day)
    expect(fresh.locator("#note")).to_contain_text("Streak: 1 day. Today's puzzle is here.")
    fresh.get_by_role("button", name="Puzzles").last.click()
    expect(fresh.locator("#all")).to_contain_text("Played 1, solved 1, streak 1.")
    fresh.get_by_role("button", name="Yesterday, solved").click()
    said(fresh, "Solved, 1 try.")
    fresh.clock.set_fixed_time(late)
    number = (day - date(2026, 1, 1)).days + 1
    fresh.get_by_role("button", name="Share result").click()
    name = f"Tic-Tac-Total puzzle {number}, {day:%-d %B %Y}"
    text = f"{name}\n🟩\nStreak 1\n{fresh.url}"
    expect(fresh.locator("#share textarea")).to_have_value(text)


KEPT = f"{date.today()}"


@pytest.mark.parametrize(
    "kept", [f'{{"{KEPT}": null}}', "{day: 5}", f'{{"{KEPT}": {{"end": "solved"}}}}', "[3]"]
)
def test_what_is_damaged_counts_as_none(fresh: Page, site: str, kept: str) -> None:
    fresh.add_init_script(
        f"localStorage['t3 puzzles'] = {kept!r}; localStorage['t3 games'] = 1;"
    )
    fresh.goto(site)
    said(fresh, "Puzzle ")
    expect(fresh.locator("#note")).not_to_have_text("Searching…")
    fresh.click("#puzzle")
    expect(fresh.locator("#all")).to_contain_text("Played 0, solved 0, streak 0.")


def test_a_device_that_is_full(fresh: Page, site: str) -> None:
    """The result is there, and the page says that it can't be kept."""
    fresh.goto(site)
    fresh.evaluate("""for (let size = 1e7; size >= 1; size /= 2)
        try { localStorage.all = (localStorage.all ?? "") + "x".repeat(size); }
        catch { }""")
    go(fresh, PUZZLE)
    place(fresh, SOLUTION[0])
    said(fresh, "Right. ")
    place(fresh, SOLUTION[1])
    said(fresh, "Solved, 1 try.")
    expect(fresh.locator("#note")).to_contain_text("This browser can't keep the result.")
    expect(fresh.get_by_role("button", name="Share result")).to_be_visible()


def test_a_game_that_is_won(page: Page) -> None:
    """Its result has a link to the same start and level. Values are help."""
    go(page, "640/000/000-odds&play=odds&level=easy")
    page.click("#values")
    place(page, "203")
    page.get_by_role("button", name="Share result").click()
    *text, link = page.locator("#share textarea").first.input_value().split("\n")
    assert text[0].startswith("Tic-Tac-Total 3 x 3, ")
    assert text[1:] == ["🟩", "Won as odds against easy, with help"]
    page.keyboard.press("Escape")
    assert link.endswith("#640/000/000-odds&play=odds&level=easy")


def test_a_position_that_is_over_when_it_is_set_up(page: Page) -> None:
    go(page, "553/000/001-evens&play=evens")
    said(page, "This position is over. The computer wins: row 0 is 5 + 5 + 3 = 13.")
    page.locator("#tray").get_by_role("button", name="New game").click()
    expect(page.locator("#new")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_new_game_and_a_position_that_is_set_up(page: Page) -> None:
    page.click("#begin")
    for name, value in {"play": "odds", "first": "odds", "size": "4"}.items():
        page.select_option(f"[name={name}]", value)
    page.click("text=Cancel")
    expect(page.locator(".cell")).to_have_count(9)
    page.click("#begin")
    page.locator("#new .main").click()
    expect(page.locator(".cell")).to_have_count(16)
    expect(page.locator("#players")).to_contain_text("computer, medium")
    page.click("#begin")
    page.select_option("[name=size]", "3")
    page.click("#edit")
    page.get_by_role("button", name="Odds first").click()
    for number, *cells in ((5, (0, 0), (1, 0), (1, 1)), (2, (2, 0)), (5, (1, 1))):
        expect(choice(page, number)).to_have_attribute("aria-disabled", "false")
        choice(page, number).click()
        for col, row in cells:
            cell(page, col, row).click()  # the second time it clears the cell
        choice(page, number).click()
    cell(page, 2, 2).focus()
    page.keyboard.press("1")
    page.click("#done")
    said(page, "Your turn: place 1, 3 or 5.")
    assert "#552/000/001-odds&play=odds" in page.url
    place(page, "013")
    said(page, "The computer: ")


def test_the_position_on_the_board_is_edited(page: Page) -> None:
    """After Done the computer moves, and undo brings back what was set up."""
    go(page, "210/000/000-odds&play=odds&level=easy")
    page.click("#begin")
    page.select_option("[name=play]", "odds")
    page.click("#edit")
    assert board(page) == "210000000"
    page.get_by_role("button", name="Evens first").click()
    page.click("#done")
    said(page, "The computer: ")
    page.click("#undo")
    assert board(page) == "210000000"
    page.click("#send")
    link = page.locator("#share textarea").first
    expect(link).to_have_value(re.compile("#210/000/000-evens&play=odds&level=medium$"))
    page.keyboard.press("Escape")
    page.click("#done")
    said(page, "The computer: ")
    page.click("#begin")
    page.click("#edit")
    page.get_by_role("button", name="Clear").click()
    assert board(page) == "0" * 9
