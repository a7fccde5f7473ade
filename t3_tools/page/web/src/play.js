/* What a person does: moves, steps through the game, and new games. What the page does by
   itself is in think.js. */

import { linkOf, newSeed, read } from "./address.js";
import { after, emptyPosition, isLegal, isOver, positionAt } from "./rules.js";
import { currentPosition, isLast, page, state, update } from "./state.js";
import { isComputers, isPersons } from "./players.js";
import { puzzleLink, today } from "./puzzles.js";
import { store, stored } from "./storage.js";
import { numberList } from "./words.js";

/** Show a game at a ply. `how`: push or replace the entry of the browser's history, or keep it.
    @param {Game} game @param {number} ply @param {"push" | "replace" | "keep"} how
    @param {Partial<State>} change */
export function showGame(game, ply, how = "push", change = {}) {
  const usual = { cell: null, number: null, note: "", wrong: "" };
  update({ ...usual, editing: false, paused: false, ...change, game, ply });
  if (how !== "keep") record(how);
  page.think();
}

/** Write the state into the browser's history.
    @param {"push" | "replace"} how */
function record(how) {
  const { game, ply, values, editing, paused } = state;
  history[`${how}State`]({ game, ply, values, editing, paused }, "", linkOf(game, ply, values));
}

/** Play an action on the board.
    @param {Action} action @param {"push" | "replace"} how */
export function play(action, how = "push") {
  const { game, ply } = state;
  const position = currentPosition();
  const [col, row] = action;
  const isOwn = isPersons(game, position.odd);
  if (isOver(after(position, action))) store("games", stored("games", 0) + 1);
  showGame({ ...game, actions: [...game.actions, action] }, ply + 1, how, {
    focus: isOwn ? [col, row] : state.focus,
    wrong: isOwn || state.wrong === WAIT ? "" : state.wrong,
  });
}

const WAIT = "Wait for the computer's move.";

/** Why a person can't place a number now; empty if they can. */
export function obstacle() {
  const { game } = state;
  const position = currentPosition();
  if (isOver(position)) return "The game is over.";
  if (!isLast()) return "Choose “Play on” to play from here.";
  return isComputers(game, position) ? WAIT : "";
}

/** Choose a cell or a number. Once both are chosen, the number is placed.
    @param {{ cell?: Cell | null, number?: number | null }} choice */
export function choose(choice) {
  const { cell, number } = { cell: state.cell, number: state.number, ...choice };
  const position = currentPosition();
  if (state.editing) edit(cell, number);
  else if (obstacle()) update({ wrong: obstacle() });
  else if (!cell || !number) update({ cell, number, wrong: "" });
  else if (isLegal(position, [...cell, number])) play([...cell, number]);
  else update({ wrong: `Place ${numberList(position.odd, position)} on an empty cell.` });
}

/** Set up the position: put the number on a cell, or clear the cell if it has that number.
    @param {Cell | null} cell @param {number | null} number */
function edit(cell, number) {
  if (!cell || !number) return update({ cell, number });
  const { start } = state.game;
  const [col, row] = cell;
  const { board } = after(start, [col, row, start.board[row][col] === number ? 0 : number]);
  setUp({ start: { ...start, board } });
}

/** Go to a ply of the game.
    @param {number} ply */
export function stepTo(ply) {
  const { game } = state;
  if (ply >= 0 && ply <= game.actions.length && ply !== state.ply) showGame(game, ply, "replace");
}

/** The ply to which undo goes: a person's last turn before now, or the start; -1 if there is
    nothing to undo. */
export function undoPly() {
  const { game, ply } = state;
  if (!ply) return -1;
  const sides = game.actions.slice(0, ply).map((_, at) => positionAt(game, at).odd);
  return Math.max(
    0,
    sides.findLastIndex((odd) => isPersons(game, odd)),
  );
}

/** Undo a person's last move. At the start of the game, the computer then waits. */
export function undo() {
  if (undoPly() >= 0) playFrom(undoPly(), { paused: undoPly() === 0 });
}

/** Drop the moves after `ply`, and play on from there.
    @param {number} ply @param {Partial<State>} change */
export function playFrom(ply, change = {}) {
  const { game } = state;
  showGame({ ...game, actions: game.actions.slice(0, ply) }, ply, "push", change);
}

/** @param {{ size: number, first: string, play: string, level: string }} settings */
export function startGame({ size, first, play, level }) {
  const start = emptyPosition(size, first === "odds");
  const game = { start, actions: [], play, level, seed: newSeed(), puzzle: "", beat: 0 };
  showGame(game, 0, "push", { values: false });
}

/** Set up a position, from that on the board, or from another one.
    @param {Partial<Game>} change */
export function setUp(change) {
  const game = { ...state.game, start: currentPosition(), puzzle: "", beat: 0, ...change };
  const how = state.editing ? "replace" : "push";
  showGame({ ...game, actions: [] }, 0, how, { editing: true, number: state.number });
}

/** Open the puzzle of a day, such as 2026-11-25.
    @param {string} day @param {"push" | "replace"} how */
export const openPuzzle = (day, how = "push") =>
  showGame(read(puzzleLink(day)).game, 0, how, { values: false });

/** Play the game on the board once more, from its start.
    @param {Partial<Game>} change */
export function replay(change = {}) {
  const { game } = state;
  const seed = game.beat ? game.seed : newSeed();
  showGame({ ...game, actions: [], seed, ...change }, 0);
}

/** Open a link. Says what can't be read, and leaves the link in the address.
    @param {string} link */
function openLink(link) {
  try {
    const { game, values, ignored } = read(link);
    const wrong = ignored.length
      ? `Ignored, because the page can't read it: ${ignored.join(", ")}`
      : "";
    showGame(game, game.actions.length, "keep", { values, wrong });
  } catch (error) {
    update({ wrong: /** @type {Error} */ (error).message });
  }
}

/** Show the game that the browser's history has, or else that in the address. */
export function restore() {
  if (history.state) {
    const { game, ...change } = history.state;
    showGame(game, change.ply, "keep", change);
  } else if (location.hash.length > 1) openLink(location.hash);
  else openPuzzle(today(), "replace");
}

export function toggleValues() {
  update({ values: !state.values });
  record("replace");
  page.think();
}
