/* The one state of the page, the one function that changes it, and what follows from it. */

import { read } from "./address.js";
import { isOver, setupAt, range, sideOf } from "./rules.js";

export const state = {
  game: /** @type {Game} */ (read("000/000/000-odds").game), // until the page opens one
  ply: 0, // how many of the game's actions led to the position on the board
  cell: /** @type {Cell | null} */ (null), // the chosen one, as the number
  number: /** @type {number | null} */ (null),
  focus: /** @type {Cell} */ ([0, 0]), // the cell that has the keyboard's focus, or had it last
  showsValues: false,
  activity: "", // what the page is doing
  wrong: "", // what went wrong
};

/** What draws the state, and what works by itself in a new position; main.js sets both. */
export const page = { draw: () => {}, think: () => {} };

let frame = 0;

/** Change the state, and draw it in the next frame: a worker searches meanwhile.
    @param {Partial<typeof state>} change */
export function update(change) {
  Object.assign(state, change);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(page.draw);
}

/** The position after this many moves of the game. @param {number} ply */
export const setupAfter = (ply) => setupAt(state.game, ply);

/** The position on the board. */
export const currentSetup = () => setupAfter(state.ply);

/** The position after all moves of the game so far. */
export const lastSetup = () => setupAfter(state.game.actions.length);

/** Whether the board shows that. */
export const isLast = () => state.ply === state.game.actions.length;

/** Whether a person looks through the game, and plays no moves. */
export const isReview = () => !isLast() || isOver(lastSetup());

/** Whether a person plays odds (if `odd`) or evens. @param {boolean} odd */
export const isPersons = (odd) => state.game.play === "both" || state.game.play === sideOf(odd);

/** Whether a person makes the move after this many. @param {number} ply */
export const isPersonsAt = (ply) => isPersons(setupAfter(ply).odd);

/** The ply to which undo goes: a person's last turn before now; -1 if there is none. */
export const undoPly = () => range(0, state.ply - 1).findLastIndex(isPersonsAt);

export const isComputersTurn = () => !isReview() && !isPersonsAt(state.ply);

/** Why a person can't place a number now; empty if they can. */
export function obstacle() {
  if (isOver(currentSetup())) return "The game is over.";
  if (!isLast()) return "Choose “Play on” to play from here.";
  return isComputersTurn() ? "Wait for the computer's move." : "";
}

/** Whether a person plays against the computer. */
export const isDuel = () => state.game.play !== "both";

/** Whoever plays odds (if `odd`) or evens, at the beginning of a sentence. @param {boolean} odd */
export function nameOf(odd) {
  if (!isDuel()) return odd ? "Odds" : "Evens";
  return isPersons(odd) ? "You" : "The computer";
}
