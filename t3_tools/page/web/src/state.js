/* The one state of the page, and the one function that changes it. types.d.ts explains it. */

import { newSeed } from "./address.js";
import { emptyPosition, isOver, positionAt } from "./rules.js";

/** @type {State} */
export const state = {
  game: {
    start: emptyPosition(3, false),
    actions: [],
    play: "evens",
    level: "medium",
    seed: newSeed(),
    puzzle: "",
    beat: 0,
  },
  ply: 0,
  cell: null,
  number: null,
  focus: [0, 0],
  editing: false,
  values: false,
  paused: false,
  python: "",
  note: "",
  wrong: "",
  known: new Map(),
};

/** What draws the state, and what works by itself in a new position; main.js sets both. */
export const page = { draw: () => {}, think: () => {} };

/** Change the state, and draw it.
    @param {Partial<State>} change */
export function update(change) {
  Object.assign(state, change);
  page.draw();
}

/** The position on the board. */
export const currentPosition = () => positionAt(state.game, state.ply);

/** The position after all moves of the game so far. */
export const lastPosition = () => positionAt(state.game, state.game.actions.length);

/** Whether the board shows that. */
export const isLast = () => state.ply === state.game.actions.length;

/** Whether a person looks through the game, and plays no moves. */
export const isReview = () => !isLast() || isOver(lastPosition());
