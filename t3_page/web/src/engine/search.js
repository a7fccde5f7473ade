/* The search of a position's utility. Up to 25 empty cells it is alpha-beta. On wider boards wins are
   short, so it asks whether either side forces a win within a number of plies, and then within more. */

import { Clock, inTime } from "./clock.js";
import { byScore, ForcedWins } from "./forced-wins.js";
import { cellOf, LOSS, numberOf, TIE, WIN } from "./position.js";

/** @import { Position } from "./position.js" */

/** Whether one side wins within `plies`, and what the smaller limits have cost this side.
    @typedef {{ forced: ForcedWins, plies: number, cost: number }} Limit */

const WIDE = 25; // with more empty cells than this, forced wins are faster than alpha-beta
const DEEPEST = 15; // the most plies to ask forced wins for; the empty boards need at most 14

/** One search on boards of one size, with what it has found so far. */
export class Search {
  /** What each call of `alphaBeta` returned, by alpha, beta and key. @type {Map<string, number>} */
  memo = new Map();
  /** By key: the next limit for each side. @type {Map<string, Limit[]>} */
  limits = new Map();

  clock = new Clock();
  /** Wins of evens and of odds within a number of plies. */
  forced = [false, true].map((odd) => new ForcedWins(odd, this.clock));

  /** The utility for the mover. Throws TimeUp. @param {Position} position */
  utility(position) {
    let utility;
    while (utility === undefined) utility = this.ask(position);
    return utility;
  }

  /** The forced wins of whoever wins a position of this utility.
      @param {Position} position @param {number} utility */
  winner({ odd }, utility) {
    return this.forced[+(odd === (utility === WIN))];
  }

  /** The plies until somebody wins, in a position of this utility, if the winner hurries and the loser
      resists; null for a tie. Throws TimeUp. @param {Position} position @param {number} utility */
  distance(position, utility) {
    if (utility === TIE || position.isWon()) return utility === TIE ? null : 0;
    let plies = utility === WIN ? 1 : 2;
    while (!this.winner(position, utility).within(position, plies)) plies += 2;
    return plies;
  }

  /** What an unfinished position leads to, and what to play, as far as the time goes. If `proven`, the
      actions are the fastest wins, the ties or the slowest losses; alike ones are there once.
      @param {Position} position */
  outlook(position) {
    /** @type {{ utility: number | null, distance: number | null, actions: number[], proven: boolean }} */
    const found = { utility: null, distance: null, actions: [], proven: false };
    inTime(() => {
      found.utility = this.utility(position);
      found.distance = this.distance(position, found.utility);
      for (found.actions of this.best(position, found.utility, found.distance ?? 0));
      found.proven = true;
    });
    if (!found.actions.length) {
      const action = this.bestKnown(position);
      const kept = this.known(position.after(action));
      // Where that action may not keep the utility, nothing is claimed.
      if (found.utility !== LOSS && -Number(kept) !== found.utility)
        found.utility = found.distance = null;
      found.actions = [action];
    }
    return found;
  }

  /** Yields the fastest wins, the ties, or slower and slower losses. Throws TimeUp.
      @param {Position} position @param {number} utility @param {number} distance */
  *best(position, utility, distance) {
    const winner = this.winner(position, utility);
    let actions = position.candidates();
    /** @param {(child: Position) => boolean} holds */
    const those = (holds) => actions.filter((action) => holds(position.after(action)));
    if (position.canWin) yield position.winning();
    else if (utility === TIE) yield those((child) => this.utility(child) === TIE);
    else if (utility === WIN) yield those((child) => winner.within(child, distance - 1));
    else
      for (let plies = 1; actions.length; plies += 2) {
        yield actions;
        actions = those((child) => !winner.within(child, plies));
      }
  }

  /** Yields the positions of a list with their utilities, the easiest first: it always asks about the
      position that has cost least so far. Throws TimeUp.
      @param {Position[]} positions @returns {Generator<[Position, number]>} */
  *decided(positions) {
    const left = new Set(positions);
    /** @param {Position} position */
    const cost = (position) => this.nextLimit(position)?.cost ?? Infinity; // alpha-beta comes last
    while (left.size) {
      const next = [...left].reduce((a, b) => (cost(b) < cost(a) ? b : a));
      const utility = this.ask(next);
      if (utility !== undefined && left.delete(next)) yield [next, utility];
    }
  }

  /** The utility, as far as found. @param {Position} position */
  known(position) {
    if (position.isWon()) return LOSS;
    const atSight = position.utilityAtSight();
    if (atSight !== undefined) return atSight;
    const { key, odd } = position;
    if (this.forced[+odd].winsWithin.has(key)) return WIN;
    if (this.forced[+!odd].winsWithin.has(key)) return LOSS;
    return this.memo.get(`${LOSS} ${WIN} ${key}`);
  }

  /** The utility if it is between `alpha` and `beta`, else a bound on it.
      @param {Position} position @returns {number} */
  alphaBeta(position, alpha = LOSS, beta = WIN) {
    const atSight = position.utilityAtSight();
    if (atSight !== undefined) return atSight;
    const call = `${alpha} ${beta} ${position.key}`;
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
    const own = limit.forced.odd === position.odd;
    const { nodes } = this.clock;
    if (limit.forced.within(position, limit.plies)) return own ? WIN : LOSS;
    // Most positions asked about are lost for the mover, so the mover's limits come later: their
    // cost counts three times.
    limit.cost += (this.clock.nodes - nodes) * (own ? 3 : 1);
    limit.plies += 2;
    return undefined;
  }

  /** The cheaper of the next limits, as it may stay so; none if alpha-beta is next.
      @param {Position} position */
  nextLimit({ holes, key, odd }) {
    if (holes <= WIDE) return undefined;
    const both = this.limits.get(key) ?? [
      { forced: this.forced[+!odd], plies: 2, cost: 0 },
      { forced: this.forced[+odd], plies: 1, cost: 0 },
    ];
    this.limits.set(key, both);
    const asked = both.filter(({ plies }) => plies <= DEEPEST);
    return byScore(asked, ({ cost }) => -cost).at(0);
  }

  /** What to play when time is up and nobody can win at once: an action known to win, else one known
      to tie, else one not known to lose. Among equals the one that wins the soonest or holds out the
      longest, as far as known. @param {Position} position */
  bestKnown(position) {
    const { winsWithin } = this.forced[+position.odd];
    const { holdsFor } = this.forced[+!position.odd];
    const [action] = byScore(position.candidates(), (action) => {
      const child = position.after(action);
      const utility = this.known(child);
      if (utility !== LOSS) return 1000 * -(utility ?? 0.5) + (holdsFor.get(child.key) ?? 0);
      return 1000 - (child.safe.length ? (winsWithin.get(child.key) ?? child.holes) : 2);
    });
    return action;
  }
}

/** The safe actions, likely best first: those that make a threat, then the largest numbers, then the
    cells on the most lines. (One that makes two threats needs no search.)
    @param {Position} position */
function promising(position) {
  const { linesOn } = position.tables;
  return byScore(
    position.distinct(position.sensible()),
    (action) =>
      100 * position.forcing(action) + 10 * numberOf(action) + linesOn[cellOf(action)].length,
  );
}
