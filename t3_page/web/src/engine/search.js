/* The search of a position's utility. Up to 25 empty cells it is alpha-beta. On wider boards wins are
   short, so it asks whether either side forces a win within a number of plies, and then within more. */

import { ForcedWins } from "./forced-wins.js";
import { LOSS, TIE, WIN } from "./position.js";
import { keyOf } from "./symmetry.js";
import { cellOf, CHOICES } from "./tables.js";

/** @import { Clock } from "./clock.js" */
/** @import { Position } from "./position.js" */

/** Whether one side wins within `plies`, and what the smaller limits have cost this side.
    @typedef {{ odd: boolean, plies: number, cost: number }} Limit */

const WIDE = 25; // with more empty cells than this, forced wins are faster than alpha-beta
const DEEPEST = 15; // the most plies to ask forced wins for; the empty boards need at most 14

/** One search on boards of one size, with what it has found so far. Nobody has won yet in the
    positions it is asked about. */
export class Search {
  /** What each call of `alphaBeta` returned, by alpha, beta and key. @type {Map<string, number>} */
  memo = new Map();
  /** By key: the next limit for each side. @type {Map<string, Limit[]>} */
  limits = new Map();

  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.oddsForced = new ForcedWins(true, clock);
    this.evensForced = new ForcedWins(false, clock);
  }

  /** A side's wins within a number of plies. @param {boolean} odd */
  forced(odd) {
    return odd ? this.oddsForced : this.evensForced;
  }

  /** The utility for the mover. Throws TimeUp. @param {Position} position */
  utility(position) {
    let utility;
    while (utility === undefined) utility = this.ask(position);
    return utility;
  }

  /** Yields the places of positions in a list, with their utilities, the easiest first: it always asks
      about the position that has cost least so far. Throws TimeUp.
      @param {Position[]} positions @returns {Generator<[place: number, utility: number]>} */
  *decided(positions) {
    const queue = positions.map((position, place) => ({ position, place, cost: 0 }));
    while (queue.length) {
      const next = queue.reduce((a, b) => (b.cost < a.cost ? b : a));
      const utility = this.ask(next.position);
      if (utility === undefined) {
        next.cost = this.nextLimit(next.position)?.cost ?? Infinity; // alpha-beta comes last
      } else {
        queue.splice(queue.indexOf(next), 1);
        yield [next.place, utility];
      }
    }
  }

  /** The utility, as far as found. @param {Position} position */
  known(position) {
    const atSight = position.utilityAtSight();
    if (atSight !== undefined) return atSight;
    const { odd } = position.mover;
    const key = keyOf(position);
    if (this.forced(odd).winsWithin.has(key)) return WIN;
    if (this.forced(!odd).winsWithin.has(key) || this.memo.get(`${LOSS} ${TIE} ${key}`) === LOSS)
      return LOSS;
    return this.memo.get(`${LOSS} ${WIN} ${key}`);
  }

  /** The utility if it is between `alpha` and `beta`, else a bound on it.
      @param {Position} position @returns {number} */
  alphaBeta(position, alpha = LOSS, beta = WIN) {
    const atSight = position.utilityAtSight();
    if (atSight !== undefined) return atSight;
    const call = `${alpha} ${beta} ${keyOf(position)}`;
    const known = this.memo.get(call);
    if (known !== undefined) return known;
    let best = LOSS;
    for (const action of promising(position)) {
      this.clock.spend();
      best = Math.max(best, -this.alphaBeta(position.after(action), -beta, -alpha));
      alpha = Math.max(alpha, best);
      if (alpha >= beta) break;
    }
    this.memo.set(call, best);
    return best;
  }

  /** The utility, if it is known or one more limit decides it. @param {Position} position */
  ask(position) {
    const known = this.known(position);
    if (known !== undefined) return known;
    const limit = this.nextLimit(position);
    if (!limit) return this.alphaBeta(position);
    const own = limit.odd === position.mover.odd;
    const { nodes } = this.clock;
    if (this.forced(limit.odd).within(position, limit.plies)) return own ? WIN : LOSS;
    // Most positions asked about are lost for the mover, so the mover's limits come later: their
    // cost counts double.
    limit.cost += (this.clock.nodes - nodes) * (own ? 2 : 1);
    limit.plies += 2;
    return undefined;
  }

  /** The cheaper of the next limits, as it may stay so; none if alpha-beta is next.
      @param {Position} position */
  nextLimit(position) {
    if (position.holes() <= WIDE) return undefined;
    const { odd } = position.mover;
    const both = this.limits.get(keyOf(position)) ?? [
      { odd: !odd, plies: 2, cost: 0 },
      { odd, plies: 1, cost: 0 },
    ];
    this.limits.set(keyOf(position), both);
    const [first, ...rest] = both.filter(({ plies }) => plies <= DEEPEST);
    return rest.length && rest[0].cost < first.cost ? rest[0] : first;
  }

  /** What to play when time is up and nobody can win at once: an action known to win, else one known
      to tie, else one not known to lose. Among equals the one that wins the soonest or holds out the
      longest, as far as known. @param {Position} position */
  bestKnown(position) {
    const { winsWithin } = this.forced(position.mover.odd);
    const { holdsFor } = this.forced(!position.mover.odd);
    /** @param {number} action */
    const promise = (action) => {
      const child = position.after(action);
      const utility = this.known(child);
      if (utility !== LOSS) return 1000 * -(utility ?? 0.5) + (holdsFor.get(keyOf(child)) ?? 0);
      return 1000 - (child.safe.length ? (winsWithin.get(keyOf(child)) ?? child.holes()) : 2);
    };
    const { safe } = position;
    return byScore(position.distinct(safe.length ? safe : position.legal()), promise)[0];
  }
}

/** The safe actions, likely best first: those that make a threat, then the largest numbers, then the
    cells on the most lines. (An action that makes two threats needs no search.)
    @param {Position} position */
function promising(position) {
  const { linesOn } = position.mover.tables;
  return byScore(
    position.distinct(position.safe),
    (action) =>
      100 * position.forcing(action) + 10 * (action % CHOICES) + linesOn[cellOf(action)].length,
  );
}

/** Actions, those with the highest score first.
    @param {number[]} actions @param {(action: number) => number} score */
function byScore(actions, score) {
  const scores = new Map(actions.map((action) => [action, score(action)]));
  return actions.sort((a, b) => Number(scores.get(b)) - Number(scores.get(a)));
}
