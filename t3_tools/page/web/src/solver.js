/* The exact search for boards of up to 4 x 4: who wins, and how soon if the winner hurries and
   the loser resists. For wider boards, where more cleverness pays, the page asks Python. */

import { emptyPosition, linesOf, range } from "./rules.js";

/** Whether this search answers: on 3 x 3, and for the usual game on 4 x 4. Its keys, which are
    exact numbers, would be too large for wider boards.
    @param {Position} position */
export const isSmall = ({ board, target, largest }) =>
  board.length === 3 || (board.length === 4 && target === 13 && largest === 6);

/** Ends a search whose budget is spent. What it has found so far is kept. */
export class BudgetSpent extends Error {}

/** A position of one game, and what is known of the positions searched so far. Cells are numbered
    in the order of actions: by columns, then rows. `odd` is 1 if odds are to move, otherwise 0. */
export class Solver {
  /** @param {Position} position a position of the game; its board starts empty here */
  constructor({ board: { length: size }, target, largest }) {
    this.size = size;
    this.largest = largest;
    this.budget = Infinity;
    const lines = linesOf({ ...emptyPosition(size, true), target, largest });
    const cells = range(0, size * size - 1);
    this.numbers = cells.map(() => 0);
    this.needs = lines.map(() => target);
    this.holes = lines.map(() => size);
    this.open = cells.length;
    /** The lines through each cell. */
    this.through = cells.map((cell) =>
      [...lines.keys()].filter((at) => lines[at].cells.some((it) => this.cellOf(it) === cell)),
    );
    const symmetries = symmetriesOf(size);
    const digits = cells.map((cell) => (largest + 1) ** cell);
    this.weights = cells.map((cell) => symmetries.map((to) => digits[to[cell]]));
    /** The numbers on the board as the digits of one number, for each symmetry of the board. */
    this.keys = symmetries.map(() => 0);
    /** The plies within which a position is known to be decided, and known not to be; one map for
        each side to move and each winner. @type {Map<number, { yes: number, no: number }>[]} */
    this.known = [new Map(), new Map(), new Map(), new Map()];
  }

  /** @param {Cell} cell */
  cellOf([col, row]) {
    return col * this.size + row;
  }

  /** Put a position of the game on the board; returns `odd`.
      @param {Position} position */
  set({ board, odd }) {
    for (const cell of this.numbers.keys()) this.remove(cell);
    board.forEach((numbers, row) =>
      numbers.forEach((number, col) => number && this.place(this.cellOf([col, row]), number)),
    );
    return odd ? 1 : 0;
  }

  /** @param {number} cell @param {number} number */
  place(cell, number) {
    this.numbers[cell] = number;
    this.count(cell, number, 1);
  }

  /** @param {number} cell */
  remove(cell) {
    const number = this.numbers[cell];
    this.numbers[cell] = 0;
    if (number) this.count(cell, -number, -1);
  }

  /** @param {number} cell @param {number} number @param {number} placed */
  count(cell, number, placed) {
    this.open -= placed;
    for (const line of this.through[cell]) {
      this.needs[line] -= number;
      this.holes[line] -= placed;
    }
    const weights = this.weights[cell];
    for (let at = 0; at < weights.length; at++) this.keys[at] += number * weights[at];
  }

  /** The same for symmetric positions, and different for all others. */
  key() {
    return Math.min(...this.keys);
  }

  /** Whether one number of a side completes a line with this need.
      @param {number} need @param {number} odd */
  isThreat(need, odd) {
    return need > 0 && need <= this.largest && need % 2 === odd;
  }

  /** The lines that a side completes with its next number.
      @param {number} odd */
  threats(odd) {
    return this.needs.flatMap((need, line) =>
      this.holes[line] && this.isThreat(need, odd) ? [line] : [],
    );
  }

  isWon() {
    return this.needs.includes(0);
  }

  /** All moves, in the order of actions.
      @param {number} odd @returns {[cell: number, number: number][]} */
  moves(odd) {
    const cells = [...this.numbers.keys()].filter((cell) => !this.numbers[cell]);
    const numbers = range(1, this.largest).filter((number) => number % 2 === odd);
    return cells.flatMap((cell) =>
      numbers.map((number) => /** @type {[number, number]} */ ([cell, number])),
    );
  }

  /** Those moves that leave the opponent no win at once.
      @param {number} odd */
  safeMoves(odd) {
    const looming = this.threats(1 - odd);
    return this.moves(odd).filter(
      ([cell, number]) =>
        looming.every((line) => this.through[cell].includes(line)) &&
        !this.through[cell].some(
          (line) => this.holes[line] > 1 && this.isThreat(this.needs[line] - number, 1 - odd),
        ),
    );
  }

  /** What a function returns once a move is made.
      @template T @param {[cell: number, number: number]} move @param {() => T} work */
  after([cell, number], work) {
    this.place(cell, number);
    try {
      return work();
    } finally {
      this.remove(cell);
    }
  }

  /** Whether a win can be forced within so many plies: by the side to move, which is then
      `winner`, or by the other side, whatever the side to move plays. Nobody has won yet. Throws
      BudgetSpent.
      @param {number} odd @param {number} winner @param {number} plies @returns {boolean} */
  isForced(odd, winner, plies) {
    const own = odd === winner;
    if (plies < 1 || !this.open) return false;
    if (this.threats(odd).length) return own;
    if (plies < 2) return false;
    const moves = this.safeMoves(odd);
    if (!moves.length) return !own;
    if (plies < 3) return false;
    const known = this.known[2 * odd + winner];
    const key = this.key();
    const { yes, no } = known.get(key) ?? { yes: Infinity, no: 0 };
    if (plies >= yes || plies <= no) return plies >= yes;
    if (this.budget-- < 1) throw new BudgetSpent();
    const threats = new Map(moves.map((move) => [move, this.after(move, () => this.threats(odd))]));
    moves.sort((a, b) => Number(threats.get(b)?.length) - Number(threats.get(a)?.length));
    const isGood = moves.some(
      (move) => this.after(move, () => this.isForced(1 - odd, winner, plies - 1)) === own,
    );
    const forced = isGood === own;
    const without = plies < this.open ? plies : Infinity; // no game goes on when the board is full
    known.set(key, forced ? { yes: plies, no } : { yes, no: without });
    return forced;
  }

  /** Who wins for the side to move, and in how many plies.
      @param {number} odd @returns {Value} */
  value(odd) {
    if (this.isWon()) return { utility: -1, distance: 0 };
    for (const plies of range(1, this.open)) {
      const winner = plies % 2 ? odd : 1 - odd;
      if (this.isForced(odd, winner, plies))
        return { utility: winner === odd ? 1 : -1, distance: plies };
    }
    return { utility: 0, distance: null };
  }

  /** The value of each move for the side that makes it.
      @param {number} odd */
  values(odd) {
    const found = new Map();
    return this.moves(odd).map((move) =>
      this.after(move, () => {
        const key = this.key();
        if (!found.has(key)) found.set(key, before(this.value(1 - odd)));
        return { move, value: /** @type {Value} */ (found.get(key)) };
      }),
    );
  }
}

/** The value of a move, from the value of the position after it.
    @param {Value} after @returns {Value} */
export const before = ({ utility, distance }) => ({
  utility: 0 - utility,
  distance: distance === null ? null : distance + 1,
});

/** Larger for better values: quick wins, ties, then slow losses.
    @param {Value} value */
export const rank = ({ utility, distance }) =>
  utility * 100 - Math.sign(utility) * Number(distance);

/** The symmetries of the board, each as the cell that every cell goes to: orders of the columns
    and of the rows that keep diagonals diagonals, with and without a reflection. There are 8 on
    3 x 3, and 32 on 4 x 4, where the inner and the outer columns can change places.
    @param {number} size */
function symmetriesOf(size) {
  const span = range(0, size - 1);
  const mirrored = ordersOf(span).filter((order) =>
    span.every((at) => order[at] + order[size - 1 - at] === size - 1),
  );
  return mirrored.flatMap((cols) =>
    [cols, cols.toReversed()].flatMap((rows) => [
      span.flatMap((col) => span.map((row) => cols[col] * size + rows[row])),
      span.flatMap((col) => span.map((row) => rows[row] * size + cols[col])),
    ]),
  );
}

/** @param {number[]} items @returns {number[][]} */
const ordersOf = (items) =>
  items.length < 2
    ? [items]
    : items.flatMap((it) =>
        ordersOf(items.filter((other) => other !== it)).map((rest) => [it, ...rest]),
      );
