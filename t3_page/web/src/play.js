/* What a person does: moves, steps through the game, and new games. What the page does by
   itself is in think.js. */

import { cut, dayIn, linkOf, newSeed, read } from "./address.js";
import { numberOf, today } from "./days.js";
import { after, isLegal, isOver } from "./rules.js";
import { currentSetup, lastSetup, obstacle, page, state, undoPly, update } from "./state.js";
import { gameOf, isNew, record, recordWin, startOf } from "./puzzles.js";
import { store, stored } from "./storage.js";
import { numberList } from "./words.js";

/** Show a game at a ply. `how`: push or replace the entry of the browser's history, or keep it.
    @param {Game} game @param {number} ply @param {"push" | "replace" | "keep"} how
    @param {Partial<State>} change */
function showGame(game, ply, how = "push", change = {}) {
  const usual = { cell: null, number: null, activity: "", wrong: "" };
  update({ ...usual, ...change, game, ply });
  const { showsValues } = state;
  if (how !== "keep")
    history[`${how}State`]({ game, ply, showsValues }, "", linkOf(game, ply, showsValues));
  if (numberOf(game.puzzle) > 0) record({}); // its day may be over when it is solved
  page.think();
}

/** Place a number on the board. @param {Action} action */
export function place(action) {
  const { game, ply } = state;
  if (isOver(after(currentSetup(), action))) store("games", stored("games", 0) + 1);
  showGame({ ...game, actions: [...game.actions, action] }, ply + 1, "replace");
  recordWin();
}

/** Choose a cell or a number. Once both are chosen, the number is placed.
    @param {{ cell?: Cell | null, number?: number | null }} choice */
export function choose(choice) {
  const { cell, number } = { cell: state.cell, number: state.number, ...choice };
  const setup = currentSetup();
  if (obstacle()) update({ wrong: obstacle() });
  else if (!cell || !number) update({ cell, number, wrong: "" });
  else if (isLegal(setup, [...cell, number])) place([...cell, number]);
  else update({ wrong: `Place ${numberList(setup.odd)} on an empty cell.` });
}

/** Go to a ply of the game. @param {number} ply */
export function stepTo(ply) {
  const { game } = state;
  if (ply >= 0 && ply <= game.actions.length && ply !== state.ply) showGame(game, ply, "replace");
}

/** Undo a person's last move. */
export function undo() {
  if (undoPly() >= 0) playFrom(undoPly());
}

/** Drop the moves after `ply`, and play on from there.
    @param {number} ply @param {Partial<State>} change */
export function playFrom(ply, change = {}) {
  const { game } = state;
  const shorter = { ...game, actions: game.actions.slice(0, ply), helped: true };
  showGame(shorter, ply, "replace", change);
}

/** Start the game on the board once more, perhaps against another level. */
export function startAgain(level = state.game.level) {
  const seed = newSeed(state.game.puzzle);
  const again = { ...state.game, actions: [], helped: false, seed, level };
  showGame(again, 0, "push", { showsValues: false });
}

/** Open a puzzle, such as that of 2026-11-25, where it was left. Who is new here gets the first lesson
    before it. Throws an Error if there is no such puzzle.
    @param {string} puzzle @param {"push" | "replace" | "keep"} how @param {string} wrong */
export function openPuzzle(puzzle, how = "push", wrong = "") {
  const game = gameOf(puzzle);
  if (isNew() && numberOf(puzzle) > 0) Object.assign(game, gameOf("first"), { next: puzzle });
  showGame(game, game.actions.length, how, { showsValues: false, wrong });
}

/** Show the game that the browser's history has, or that in the address, or else today's puzzle. Says
    what can't be read in the address, and leaves it there. */
export function restore() {
  if (history.state) return showGame(history.state.game, history.state.ply, "keep", history.state);
  try {
    if (location.hash.length < 2) return openPuzzle(isNew() ? "first" : today(), "replace");
    const day = dayIn(location.hash);
    if (day) return openPuzzle(day, "keep");
    const { game, showsValues, ignored } = read(location.hash);
    const unread = cut(ignored.join(", "));
    const wrong = unread && `Ignored, because the page can't read it: ${unread}`;
    if (game.puzzle) openPuzzle(game.puzzle, "keep", wrong);
    else showGame(game, game.actions.length, "keep", { showsValues, wrong });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    openPuzzle(startOf(today()) ? today() : "first", "keep", message);
  }
}

export function toggleValues() {
  const { cell, number, ply, showsValues } = state;
  const helped = state.game.helped || !isOver(lastSetup());
  showGame({ ...state.game, helped }, ply, "replace", { cell, number, showsValues: !showsValues });
}
