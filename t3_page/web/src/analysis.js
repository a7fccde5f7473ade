/* Who wins a position how soon, if the winner hurries and the loser resists, and which actions are
   best: as t3_play/analysis.py has them. */

import { TimeUp } from "./engine/clock.js";
import { LOSS, TIE, WIN } from "./engine/position.js";
import { Search } from "./engine/search.js";
import { keyOf } from "./engine/symmetry.js";

/** @import { Position } from "./engine/position.js" */

/** The legal actions, in groups that lead to alike positions. Actions and groups are in order.
    @param {Position} position */
export function symmetricActions(position) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const action of position.legal()) {
    const key = keyOf(position.after(action));
    groups.set(key, [...(groups.get(key) ?? []), action]);
  }
  return [...groups.values()];
}

/** Do some work, as far as the time goes. @param {() => void} work */
export function inTime(work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
  }
}

/** Distances on boards of one size. What has been searched once is kept. */
export class Distances extends Search {
  /** The mover's utility, even if the game is over. Throws TimeUp. @param {Position} position */
  utility(position) {
    return position.isWon() ? LOSS : super.utility(position);
  }

  /** Whether the mover (if `mover`) or the opponent can force a win within this many plies.
      @param {Position} position @param {number} plies @param {boolean} mover */
  winsWithin(position, plies, mover) {
    return this.forced(position.mover.odd === mover).within(position, plies);
  }

  /** The plies until somebody wins, in a position of this utility; null for a tie. Throws TimeUp.
      @param {Position} position @param {number} utility */
  of(position, utility) {
    if (utility === TIE || position.isWon()) return utility === TIE ? null : 0;
    let plies = utility === WIN ? 1 : 2;
    while (!this.winsWithin(position, plies, utility === WIN)) plies += 2;
    return plies;
  }

  /** What an unfinished position leads to, and what to play, as far as the time goes. If `proven`, the
      actions are the fastest wins, the ties or the slowest losses; alike ones are there once.
      @param {Position} position */
  verdict(position) {
    /** @type {number | null} */
    let utility = null;
    /** @type {number | null} */
    let distance = null;
    /** @type {number[]} */
    let actions = [];
    let proven = false;
    inTime(() => {
      utility = this.utility(position);
      distance = this.of(position, utility);
      ({ actions, proven } = this.best(position, utility, distance));
    });
    if (actions.length) return { utility, distance, actions, proven };
    const action = this.bestKnown(position);
    const kept = this.known(position.after(action));
    // Where that action may not keep the utility, nothing is claimed.
    const isKept = utility === LOSS || (kept !== undefined && -kept === utility);
    return isKept
      ? { utility, distance, actions: [action], proven }
      : { utility: null, distance: null, actions: [action], proven };
  }

  /** The fastest wins, ties or slowest losses. If time runs out over slow losses, the slowest so far
      are not proven; over wins and ties it throws TimeUp.
      @param {Position} position @param {number} utility @param {number | null} distance */
  best(position, utility, distance) {
    if (position.canWin) return { actions: position.winning(), proven: true };
    const { safe } = position;
    let actions = position.distinct(safe.length ? safe : position.legal());
    const children = new Map(actions.map((action) => [action, position.after(action)]));
    /** @param {(child: Position) => boolean} holds */
    const those = (holds) =>
      actions.filter((action) => holds(/** @type {Position} */ (children.get(action))));
    let proven = true;
    if (utility === TIE) actions = those((child) => this.utility(child) === TIE);
    if (utility === WIN)
      actions = those((child) => this.winsWithin(child, Number(distance) - 1, false));
    if (utility === LOSS) {
      proven = false;
      inTime(() => {
        for (let plies = 1; !proven; plies += 2) {
          const longer = those((child) => !this.winsWithin(child, plies, true));
          if (longer.length) actions = longer;
          else proven = true;
        }
      });
    }
    return { actions, proven };
  }
}
