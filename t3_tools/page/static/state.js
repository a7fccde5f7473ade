/* The one state of the page, and the one function that changes it. */

import { at, newSeed } from "./address.js";
import { emptyPosition } from "./rules.js";

/** @typedef {import("./rules.js").Action} Action */
/** @typedef {import("./rules.js").Cell} Cell */
/** @typedef {import("./address.js").Game} Game */
/** @typedef {{ utility: number | null, distance: number | null }} Value
    Whether the side to move wins (1), ties or loses (-1), and after how many plies. */
/** @typedef {Value & { best: Action[], actions: (Value & { action: Action })[],
                        complete: boolean }} Values
    The value of a position, and of each action in it. */
/** @typedef {{ best: Value, played: Value, mistake: string, right: boolean,
                seconds: number }} Judgement
    Of an action: values for whoever played it, and what it gave away. */
/** @typedef {typeof state} State */

export const state = {
  /** @type {Game} */
  game: {
    start: emptyPosition(3, false),
    actions: [],
    play: "evens",
    level: "medium",
    seed: newSeed(),
    puzzle: "",
  },
  /** How many actions of the game led to the position on the board. */
  ply: 0,
  /** Where a line of best play branched off; the line itself is then `game`.
      @type {{ game: Game, ply: number } | null} */
  trunk: null,

  /** The cell that is chosen. @type {Cell | null} */
  cell: null,
  /** The number that is chosen. @type {number | null} */
  number: null,
  /** The digits typed so far, if more than one number begins with them. */
  typed: "",
  /** The cell that has the keyboard's focus, or had it last. @type {Cell} */
  focus: [0, 0],

  /** Whether the position on the board is being edited. */
  editing: false,
  /** Whether the board shows values. */
  values: false,
  /** Whether a game of the computer against itself waits. */
  paused: false,
  /** Whether the card about the end of the game is on the board. */
  card: false,

  /** @type {"loading" | "ready" | "failed"} */
  python: "loading",
  /** How much of Python has arrived, in bytes. */
  loaded: 0,
  size: 0,
  /** What the page is doing. */
  note: "",
  /** What went wrong. */
  wrong: "",

  /** The values found so far, by position. @type {Map<string, Values>} */
  known: new Map(),
  /** The judgements found so far, by game up to the action. @type {Map<string, Judgement>} */
  judged: new Map(),
};

/** What follows a change; main.js sets both. */
export const page = {
  /** Draws the state. */
  draw: () => {},
  /** Does what the page does by itself in a new position. */
  think: () => {},
};

/** Change the state, and draw it.
    @param {Partial<State>} change */
export function update(change) {
  Object.assign(state, change);
  page.draw();
}

/** The position on the board. */
export const shown = () => at(state.game, state.ply);

/** Whether the board shows the end of the game so far. */
export const isLast = () => state.ply === state.game.actions.length;
