/* What a person does: moves, steps through the game, and new games. What the page does by
   itself is in think.js. */

import { cut, dayIn, linkOf, newSeed, numberOf, read, today } from "./address.js";
import { clamp, isLegal, numbersOf } from "./rules.js";
import { currentSetup, obstacle, page, state, undoPly, update } from "./state.js";
import { gameOf, isNew, record } from "./puzzles.js";
import { numberList } from "./words.js";

/** Show a game at a ply. `how`: push or replace the entry of the browser's history, or keep it.
    @param {Game} game @param {number} ply @param {"push" | "replace" | "keep"} how
    @param {Partial<typeof state>} change */
function showGame(game, ply, how = "push", change = {}) {
  const usual = { cell: null, number: null, activity: "", wrong: "" };
  update({ ...usual, ...change, game, ply });
  const { showsValues } = state;
  if (how !== "keep")
    history[`${how}State`]({ game, ply, showsValues }, "", linkOf(game, ply, showsValues));
  if (numberOf(game.puzzle)) record({}); // its day may be over when it is solved
  page.think();
}

/** Place a number on the board. @param {Action} action */
export function place(action) {
  const { game, ply } = state;
  showGame({ ...game, actions: [...game.actions, action] }, ply + 1, "replace");
}

/** Choose a cell or a number. Once both are chosen, the number is placed.
    @param {Partial<typeof state>} choice */
export function choose(choice) {
  const { cell, number } = { cell: state.cell, number: state.number, ...choice };
  const setup = currentSetup();
  const isOwn = !number || numbersOf(setup.odd).includes(number);
  if (obstacle()) update({ wrong: obstacle() });
  else if (isOwn && !(cell && number)) update({ cell, number, wrong: "" });
  else if (cell && number && isLegal(setup, [...cell, number])) place([...cell, number]);
  else update({ wrong: `Place ${numberList(setup.odd)} on an empty cell.` });
}

/** Go to a ply of the game, or to its start or end. @param {number} ply */
export function stepTo(ply) {
  const nearest = clamp(ply, state.game.actions.length);
  if (nearest !== state.ply) showGame(state.game, nearest, "replace");
}

/** Undo a person's last move. */
export const undo = () => undoPly() >= 0 && playFrom(undoPly());

/** Drop the moves after `ply`, and play on from there.
    @param {number} ply @param {Partial<typeof state>} change */
export function playFrom(ply, change = {}) {
  const actions = state.game.actions.slice(0, ply);
  showGame({ ...state.game, actions }, ply, "replace", change);
}

/** Start the game on the board once more. */
export function startAgain() {
  const again = { ...state.game, actions: [], seed: newSeed(state.game.puzzle) };
  showGame(again, 0, "push", { showsValues: false });
}

/** Open a puzzle, such as that of 2026-11-25, where it was left. Who is new here gets the first lesson
    before it. Throws an Error if there is no such puzzle.
    @param {string} puzzle @param {"push" | "replace" | "keep"} how @param {string} wrong */
export function openPuzzle(puzzle, how = "push", wrong = "") {
  const game = gameOf(puzzle);
  if (isNew() && numberOf(puzzle)) Object.assign(game, gameOf("first"), { next: puzzle });
  const isOfDay = how !== "keep" && game.puzzle === today();
  showGame({ ...game, isOfDay }, game.actions.length, how, { showsValues: false, wrong });
}

/** Show the game that the browser's history has, or that in the address, or else today's puzzle. Says
    what can't be read in the address, and leaves it there.
    @param {boolean} isVisit whether a visit begins: an earlier puzzle of the day then makes room */
export function restore(isVisit) {
  const { game, ply } = history.state ?? {};
  const isStale = isVisit && game?.isOfDay && game.puzzle !== today();
  if (game && !isStale) return showGame(game, ply, "keep", history.state);
  try {
    if (isStale || location.hash.length < 2)
      return openPuzzle(isNew() ? "first" : today(), "replace");
    const day = dayIn(location.hash);
    if (day) return openPuzzle(day, "keep");
    const { game, showsValues, ignored } = read(location.hash);
    const unread = cut(ignored.join(", "));
    const wrong = unread && `Ignored, because the page can't read it: ${unread}`;
    if (game.puzzle) openPuzzle(game.puzzle, "keep", wrong);
    else showGame(game, game.actions.length, "keep", { showsValues, wrong });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    openPuzzle(numberOf(today()) ? today() : "first", "keep", message);
  }
}

export function toggleValues() {
  const { cell, number, ply, showsValues } = state;
  showGame(state.game, ply, "replace", { cell, number, showsValues: !showsValues });
}
