/* The computer's levels on small boards, as t3_play/levels.py has them. What they leave to chance
   depends on the seed and the position only: a game can be repeated. */

import { LARGEST, linesOf, notationOf, numbersOf, range } from "./rules.js";
import { rank } from "./solver.js";

/** @typedef {import("./solver.js").Solver} Solver */

/** How many plies a level sees, and its chance of overlooking a line, for each difficulty.
    @type {Record<string, [number, number]>} */
const LEVELS = { easy: [1, 0.15], medium: [2, 0.12], hard: [3, 0.05] };

/** A line as a level sees it: what it needs, and its empty cells.
    @typedef {{ needs: number, holes: number[] }} Seen */

/** The move of a level in an unfinished position, which is on the solver's board.
    @param {Solver} solver @param {Position} position @param {string} level @param {number} seed */
export function moveOf(solver, position, level, seed) {
  if (level === "perfect") return perfect(solver, position.odd ? 1 : 0);
  const moves = thinking(...LEVELS[level], position, seed);
  return moves[Math.floor(diceOf(`${seed} ${notationOf(position)}`)() * moves.length)];
}

/** Whether a line escapes a level. The chance is `slip` for each number on the line, once more if it
    is a diagonal, and once more if it needs two numbers. What a level has overlooked, it goes on
    overlooking until the line changes.
    @param {Pick<Line, "cells" | "needs">} line @param {Position} position @param {number} seed
    @param {number} slip */
function overlooks({ cells, needs }, { board }, seed, slip) {
  const [[col, row], [lastCol, lastRow]] = [cells[0], cells[cells.length - 1]];
  const numbersOn = cells.filter(([col, row]) => board[row][col]).length;
  const difficulty =
    numbersOn + Number(col !== lastCol && row !== lastRow) + Number(needs > LARGEST);
  const texts = cells.map(([col, row]) => `${col},${row}=${board[row][col]}`);
  return diceOf([seed, ...texts].join(" "))() < slip * difficulty;
}

/** The moves that a level is content with: it sees what 1, 2 or 3 plies lead to, on the lines that
    it doesn't overlook. With the first it completes a line. With two it leaves the other side as
    few lines to complete as it can. With three it makes threats that no reply stops.
    @param {number} plies @param {number} slip @param {Position} position @param {number} seed */
function thinking(plies, slip, position, seed) {
  const { board, odd } = position;
  const cellOf = (/** @type {Cell} */ [col, row]) => col * board.length + row;
  const isHole = (/** @type {Cell} */ [col, row]) => !board[row][col];
  /** @type {Seen[]} */
  const seen = linesOf(position)
    .filter((line) => !overlooks(line, position, seed, slip))
    .map(({ cells, needs }) => ({ needs, holes: cells.filter(isHole).map(cellOf) }));
  const span = range(0, board.length - 1);
  const open = span.flatMap((col) => span.map((row) => /** @type {Cell} */ ([col, row])));
  const options = movesOn(open.filter(isHole).map(cellOf), odd).map((move) => ({
    move,
    lines: seen.map((line) => after(line, move)),
  }));
  const movesOf = (/** @type {typeof options} */ some) => some.map(({ move }) => move);
  const wins = options.filter(({ lines }) => lines.some(({ needs }) => needs === 0));
  if (wins.length || plies < 2) return movesOf(wins.length ? wins : options);
  const given = options.map(({ lines }) => threats(lines, !odd).length);
  const careful = options.filter((_, at) => given[at] === Math.min(...given));
  const forcing = plies > 2 ? careful.filter(({ lines }) => winsNext(lines, odd)) : [];
  return movesOf(forcing.length ? forcing : careful);
}

/** All moves of odds or evens on these cells, in the order of the cells.
    @param {number[]} cells @param {boolean} odd */
const movesOn = (cells, odd) =>
  cells.flatMap((cell) => numbersOf(odd).map((it) => /** @type {Move} */ ([cell, it])));

/** A line after a move, on it or elsewhere. @param {Seen} line @param {Move} move @returns {Seen} */
const after = (line, [cell, number]) =>
  line.holes.includes(cell)
    ? { needs: line.needs - number, holes: line.holes.filter((hole) => hole !== cell) }
    : line;

/** The lines that odds or evens complete with one number.
    @param {Seen[]} lines @param {boolean} odd */
const threats = (lines, odd) =>
  lines.filter(({ needs, holes }) => holes.length && numbersOf(odd).includes(needs));

/** Whether odds or evens, who just moved, threaten what no reply stops.
    @param {Seen[]} lines @param {boolean} odd */
function winsNext(lines, odd) {
  const own = threats(lines, odd);
  if (!own.length || threats(lines, !odd).length) return false;
  const onAll = own[0].holes.filter((cell) => own.every(({ holes }) => holes.includes(cell)));
  return movesOn(onAll, !odd).every(
    (reply) =>
      threats(
        lines.map((line) => after(line, reply)),
        odd,
      ).length,
  );
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
  const wins = solver.afterEach(
    moves,
    () => solver.where(solver.moves(1 - odd), () => solver.won > 0).length,
  );
  return moves.filter((_, at) => wins[at] === Math.min(...wins));
}

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
