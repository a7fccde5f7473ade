/* The computer's levels, as t3_play/levels.py has them. What they leave to chance depends on the seed
   and the position only: a game can be repeated. */

import { inTime } from "./engine/clock.js";
import { DEAD, isThreatOf, LOSS, Position } from "./engine/position.js";
import { LARGEST, linesOf, notationOf } from "./rules.js";

/** @import { Search } from "./engine/search.js" */

/** How many plies each level but perfect sees, and its chance of overlooking a line, for each
    difficulty.
    @type {Record<string, [number, number]>} */
const SKILLS = { easy: [1, 0.15], medium: [2, 0.12], hard: [3, 0.05] };

const FORESEEN = 20000; // the most positions that perfect makes to find the best actions

/** A level's action in an unfinished position, and whether it is proven to be what the level plays.
    @param {Setup} setup @param {string} level @param {number} seed
    @param {Search} search a new one */
export function choice(setup, level, seed, search) {
  const position = Position.of(setup);
  const perfect = level === "perfect";
  const { actions, proven } = perfect
    ? best(position, search)
    : { actions: thinking(...SKILLS[level], setup, seed), proven: true };
  // With seed 0, perfect plays the first of equal actions, as in puzzles.
  const dice = perfect && seed === 0 ? 0 : random(`${seed} ${notationOf(setup)}`);
  return { action: position.named(actions[Math.floor(dice * actions.length)]), proven };
}

/** Whether a line escapes a level. The chance is `slip` for each number on the line, once more if it
    is a diagonal, and once more if it needs two numbers. What a level has overlooked, it goes on
    overlooking until the line changes.
    @param {Line} line @param {Setup} setup @param {number} seed @param {number} slip */
function overlooks({ name, cells, holes, needs }, { board }, seed, slip) {
  const isDiagonal = name.includes("diagonal");
  const difficulty = cells.length - holes + Number(isDiagonal) + Number(needs > LARGEST);
  const texts = cells.map(([col, row]) => `${col},${row}=${board[row][col]}`);
  return random([seed, ...texts].join(" ")) < slip * difficulty;
}

/** The actions that a level is content with: it sees what 1, 2 or 3 plies lead to, on the lines that it
    doesn't overlook. With the first it completes a line. With two it leaves the other side as few lines
    to complete as it can. With three it makes threats that no reply stops.
    @param {number} plies @param {number} slip @param {Setup} setup @param {number} seed */
function thinking(plies, slip, setup, seed) {
  const { codes, filled, odd, tables } = Position.of(setup);
  const lines = linesOf(setup);
  // A line that it overlooks is as good as dead.
  const seen = codes.map((code, at) => (overlooks(lines[at], setup, seed, slip) ? DEAD : code));
  const position = new Position(tables, odd, seen, filled);
  if (position.canWin) return position.winning();
  /** @param {number} action */
  const given = (action) =>
    position.after(action).codes.filter((code) => isThreatOf(code, !odd)).length;
  const careful = plies > 1 ? least(position.legal(), given) : position.legal();
  const winning = careful.filter((action) => {
    const child = position.after(action);
    return plies > 2 && child.threats && !child.canWin && !child.safe.length;
  });
  return winning.length ? winning : careful;
}

/** The actions among which perfect chooses: they win as early and lose as late as it can foresee. Before it
    loses at once, it leaves the opponent as few ways to win as it can.
    @param {Position} position @param {Search} search */
function best(position, search) {
  inTime(() => search.utility(position));
  search.clock.most = search.clock.nodes + FORESEEN;
  const { utility, actions } = search.outlook(position);
  if (utility !== LOSS) return { actions, proven: utility !== null };
  return { actions: least(actions, (it) => position.after(it).winning().length), proven: true };
}

/** The actions with the lowest cost. @param {number[]} actions @param {(action: number) => number} cost */
function least(actions, cost) {
  const costs = actions.map(cost);
  return actions.filter((_, at) => costs[at] === Math.min(...costs));
}

/** A random number from 0 to below 1 that depends on the text alone (mulberry32).
    @param {string} text */
function random(text) {
  const hash = [...text].reduce((hash, it) => Math.imul(hash, 31) + Number(it.codePointAt(0)), 7);
  const state = (hash + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
