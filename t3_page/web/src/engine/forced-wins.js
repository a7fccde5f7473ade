/* Forced wins: whether the *attacker* wins within a number of plies, whatever the *defender* does. */

const FORCING = 1e12; // more than any number of nodes

/** @import { Clock } from "./clock.js" */
/** @import { Position } from "./position.js" */

/** What is found is kept from one question to the next, even if a search runs out of time. */
export class ForcedWins {
  /** By key: the fewest plies within which a win of the attacker has been found. A win within 3 plies
      is not there, or it stands there as one within 5. @type {Map<string, number>} */
  winsWithin = new Map();
  /** By key: the most plies within which the attacker is known not to win. @type {Map<string, number>} */
  holdsFor = new Map();
  /** By action, whose number tells the player: the value of clock.nodes when it last decided a position.
      Those that did last come first. */
  lastDecided = Array(512).fill(0);

  /** @param {boolean} odd whether the attacker is odds @param {Clock} clock */
  constructor(odd, clock) {
    this.odd = odd;
    this.clock = clock;
  }

  /** Whether the attacker can force a win within this many plies. Nobody has won yet.
      @param {Position} position @param {number} plies */
  within(position, plies) {
    const most = Math.min(plies, position.holes);
    // The attacker makes the last placement.
    if (position.odd === this.odd) return this.wins(position, most - 1 + (most % 2));
    return this.loses(position, most - (most % 2));
  }

  /** Whether the attacker, who is to move, wins within an odd number of plies.
      @param {Position} position @param {number} plies @returns {boolean} */
  wins(position, plies) {
    if (position.canWin) return plies >= 1;
    if (!position.safe.length) return false;
    if (plies < 3 || position.doubles()) return plies >= 3;
    if (plies === 3)
      return position
        .distinct(position.squeezing())
        .some((action) => this.loses(this.made(position, action), 2));
    const { key } = position;
    if ((this.winsWithin.get(key) ?? Infinity) <= plies) return true;
    // If nothing is known, start at 5: a search within 5 also finds wins within 3.
    const first = (this.holdsFor.get(key) ?? 3) + 2;
    let actions = position.distinct(position.sensible());
    for (let limit = first; limit <= plies; limit += 2) {
      actions = byScore(
        actions,
        (it) => (position.forcing(it) ? FORCING : 0) + this.lastDecided[it],
      );
      for (const action of actions) {
        if (!this.loses(this.made(position, action), limit - 1)) continue;
        this.lastDecided[action] = this.clock.nodes;
        this.winsWithin.set(key, limit);
        return true;
      }
      this.holdsFor.set(key, limit);
    }
    return false;
  }

  /** Whether the defender, who is to move, loses within an even number of plies.
      @param {Position} position @param {number} plies @returns {boolean} */
  loses(position, plies) {
    if (position.canWin) return false;
    if (!position.safe.length) return plies >= 2 && position.filled.includes(false);
    if (plies < 4 || position.doubles()) return false;
    const { key } = position;
    if ((this.winsWithin.get(key) ?? Infinity) <= plies) return true;
    if ((this.holdsFor.get(key) ?? 2) >= plies) return false;
    const actions = position.distinct(position.sensible());
    for (const action of byScore(actions, (it) => this.lastDecided[it])) {
      if (this.wins(this.made(position, action), plies - 1)) continue;
      this.lastDecided[action] = this.clock.nodes;
      this.holdsFor.set(key, plies);
      return false;
    }
    this.winsWithin.set(key, plies);
    return true;
  }

  /** The position after an action, counted. @param {Position} position @param {number} action */
  made(position, action) {
    this.clock.spend();
    return position.after(action);
  }
}

/** Those with the highest score first.
    @template T @param {T[]} items @param {(item: T) => number} score */
export const byScore = (items, score) =>
  items
    .map((item) => ({ item, score: score(item) }))
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
