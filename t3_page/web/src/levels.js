/* The computer's levels on small boards, as t3_play/levels.py has them. What they leave to chance
   depends on the seed and the position only: a game can be repeated. */

import { notationOf } from "./rules.js";
import { rank } from "./solver.js";

/** @typedef {import("./solver.js").Solver} Solver */

const SEES_WIN = 1 / 4; // a careless level's chance of noticing that it can win at once
const DARES = 3 / 4; // its chance of leaving the other side a win, when it can't win at once

/** How often a level looks ahead four plies; else it plays as a beginner.
    @type {Record<string, number>} */
const SHARES = { easy: 0, medium: 1 / 2, hard: 9 / 10 };

/** The move of a level in an unfinished position, which is on the solver's board.
    @param {Solver} solver @param {Position} position @param {string} level @param {number} seed */
export function moveOf(solver, position, level, seed) {
  const odd = position.odd ? 1 : 0;
  if (level === "perfect") return perfect(solver, odd);
  const dice = diceOf(`${seed} ${notationOf(position)}`);
  const looks = dice() < SHARES[level];
  const moves = looks ? thoughtful(solver, odd) : careless(solver, odd, dice);
  return moves[Math.floor(dice() * moves.length)];
}

/** The moves that win at once. @param {Solver} solver @param {number} odd */
const winsOf = (solver, odd) => solver.where(solver.moves(odd), () => solver.won > 0);

/** A beginner overlooks most wins, and builds lines for the other side.
    @param {Solver} solver @param {number} odd @param {() => number} dice */
function careless(solver, odd, dice) {
  const [sees, dares] = [dice() < SEES_WIN, dice() < DARES];
  const moves = solver.moves(odd);
  const wins = winsOf(solver, odd);
  const others = solver.where(moves, () => !solver.won);
  const gifts = solver.where(moves, () => solver.threats[1 - odd] > 0);
  if (wins.length) return sees ? wins : firstOf(others, wins);
  return dares ? firstOf(gifts, moves) : moves;
}

/** @param {Solver} solver @param {number} odd */
function thoughtful(solver, odd) {
  const wins = winsOf(solver, odd);
  if (wins.length) return wins;
  const careful = firstOf(solver.safeMoves(odd), fewestWins(solver, odd, solver.moves(odd)));
  const winning = solver.where(careful, () => solver.isForced(1 - odd, odd, 2));
  const lasting = solver.where(careful, () => !solver.isForced(1 - odd, 1 - odd, 3));
  return firstOf(winning, lasting, careful);
}

/** Wins as early and loses as late as possible. Among equal moves, it stops what it can of the
    opponent's threats; then it makes mistakes likely.
    @param {Solver} solver @param {number} odd */
function perfect(solver, odd) {
  const values = solver.values(odd);
  const most = Math.max(...values.map(({ value }) => rank(value)));
  const best = values.filter(({ value }) => rank(value) === most).map(({ move }) => move);
  return hardest(solver, odd, most < 0 ? fewestWins(solver, odd, best) : best);
}

/** The first move with the largest share of mistakes in reply.
    @param {Solver} solver @param {number} odd @param {Move[]} moves */
function hardest(solver, odd, moves) {
  const shares = solver.afterEach(moves, () => {
    const replies = solver.won ? [] : solver.values(1 - odd);
    const best = Math.max(...replies.map(({ value }) => value.utility));
    return replies.filter(({ value }) => value.utility < best).length / (replies.length || 1);
  });
  return moves[shares.indexOf(Math.max(...shares))];
}

/** The moves that leave the opponent the fewest ways to win at once.
    @param {Solver} solver @param {number} odd @param {Move[]} moves */
function fewestWins(solver, odd, moves) {
  const wins = solver.afterEach(moves, () => winsOf(solver, 1 - odd).length);
  return moves.filter((_, at) => wins[at] === Math.min(...wins));
}

/** The first list that has any moves. @param {Move[][]} lists */
const firstOf = (...lists) => lists.find((moves) => moves.length) ?? [];

/** Random numbers from 0 to below 1 that depend on the text alone (mulberry32).
    @param {string} text */
function diceOf(text) {
  let state = [...text].reduce((hash, it) => Math.imul(hash, 31) + Number(it.codePointAt(0)), 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
