/* The utility of a position, by alpha-beta search with a memo. The key of a position stands for all
   its symmetric images, and many wins and losses show at sight. */

import { LOSS, TIE, WIN } from "./position.js";
import { keyOf } from "./symmetry.js";
import { cellOf, CHOICES } from "./tables.js";

/** @typedef {import("./position.js").Position} Position */

/** One search, with what it has found so far. */
export class AlphaBeta {
  /** @param {import("./clock.js").Clock} clock */
  constructor(clock) {
    this.clock = clock;
    /** What each call of `search` returned, by alpha, beta and key. @type {Map<string, number>} */
    this.memo = new Map();
  }

  /** The utility if it is between `alpha` and `beta`, else a bound on it. Nobody has won yet.
      @param {Position} position @returns {number} */
  search(position, alpha = LOSS, beta = WIN) {
    const atSight = position.utilityAtSight();
    if (atSight !== undefined) return atSight;
    const call = callOf(position, alpha, beta);
    const known = this.memo.get(call);
    if (known !== undefined) return known;
    let best = LOSS;
    for (const action of promising(position)) {
      this.clock.spend();
      best = Math.max(best, -this.search(position.after(action), -beta, -alpha));
      alpha = Math.max(alpha, best);
      if (alpha >= beta) break;
    }
    this.memo.set(call, best);
    return best;
  }

  /** The utility, if a call has found it. @param {Position} position */
  known(position) {
    if (this.memo.get(callOf(position, LOSS, TIE)) === LOSS) return LOSS;
    return this.memo.get(callOf(position, LOSS, WIN));
  }
}

/** @param {Position} position @param {number} alpha @param {number} beta */
const callOf = (position, alpha, beta) => `${alpha} ${beta} ${keyOf(position)}`;

/** The safe actions, likely best first: those that make a threat, then the largest numbers, then the
    cells on the most lines. (An action that makes two threats needs no search.)
    @param {Position} position */
function promising(position) {
  const { linesOn } = position.mover.tables;
  /** @param {number} action */
  const promise = (action) =>
    100 * Math.min(position.threatsOf(action), 1) +
    10 * (action % CHOICES) +
    linesOn[cellOf(action)].length;
  return position
    .distinct(position.safe)
    .map((action) => ({ action, promise: promise(action) }))
    .sort((a, b) => b.promise - a.promise)
    .map(({ action }) => action);
}
