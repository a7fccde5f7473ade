/* The exact search for boards of up to 4 x 4: who wins, and how soon if the winner hurries and
   the loser resists. For wider boards, where more cleverness pays, the page asks Python. */

import { LARGEST, linesOf, range, TARGET } from "./rules.js";

/** Whether this search answers. Its keys, which are exact numbers, would be too large for wider
    boards.
    @param {Position} position */
export const isSmall = ({ board }) => board.length <= 4;

/** Ends a search whose budget is spent. What it has found so far is kept. */
export class BudgetSpent extends Error {}

/** A position of one game, and what is known of the positions searched so far. Cells are numbered
    in the order of actions: by columns, then rows. `odd` is 1 if odds are to move, otherwise 0. */
export class Solver {
  /** @param {Position} position a position of the game; its board starts empty here */
  constructor({ board }) {
    const size = board.length;
    const empty = board.map((numbers) => numbers.map(() => 0));
    const lines = linesOf({ board: empty, odd: true });
    this.size = size;
    this.budget = Infinity;
    this.numbers = empty.flat();
    this.open = size * size;
    this.needs = lines.map(() => TARGET);
    this.holes = lines.map(() => size);
    /** How many lines sum to the target, and how many each side completes with its next number. */
    this.won = 0;
    this.threats = [0, 0];
    /** The lines through each cell. */
    this.through = this.numbers.map((_, cell) =>
      [...lines.keys()].filter((line) => lines[line].cells.some((it) => this.cellOf(it) === cell)),
    );
    this.symmetries = symmetriesOf(size);
    /** The plies within which a position is known to be decided, and known not to be; one map for
        each side to move and each winner. @type {Map<number, { yes: number, no: number }>[]} */
    this.known = [new Map(), new Map(), new Map(), new Map()];
  }

  /** @param {Cell} cell */
  cellOf([col, row]) {
    return col * this.size + row;
  }

  /** Put a position of the game on the board; returns `odd`. @param {Position} position */
  set({ board, odd }) {
    board.forEach((numbers, row) =>
      numbers.forEach((number, col) => this.place(this.cellOf([col, row]), number)),
    );
    return odd ? 1 : 0;
  }

  /** @param {number} cell @param {number} number 0 empties it */
  place(cell, number) {
    const more = number - this.numbers[cell];
    const placed = Math.sign(number) - Math.sign(this.numbers[cell]);
    this.numbers[cell] = number;
    this.open -= placed;
    for (const line of this.through[cell]) {
      this.mark(line, -1);
      this.needs[line] -= more;
      this.holes[line] -= placed;
      this.mark(line, 1);
    }
  }

  /** Count a line if it wins, or is a threat. @param {number} line @param {number} by */
  mark(line, by) {
    const need = this.needs[line];
    if (need === 0) this.won += by;
    else if (need > 0 && need <= LARGEST && this.holes[line]) this.threats[need % 2] += by;
  }

  /** The same for symmetric positions, and different for all others. */
  key() {
    let least = Infinity;
    for (const cells of this.symmetries) {
      let key = 0;
      for (const cell of cells) key = key * (LARGEST + 1) + this.numbers[cell];
      if (key < least) least = key;
    }
    return least;
  }

  /** All moves, in the order of actions. @param {number} odd @returns {Move[]} */
  moves(odd) {
    /** @type {Move[]} */
    const moves = [];
    for (let cell = 0; cell < this.numbers.length; cell++)
      for (let number = odd || 2; number <= LARGEST && !this.numbers[cell]; number += 2)
        moves.push([cell, number]);
    return moves;
  }

  /** Those moves after which something holds. @param {Move[]} moves @param {() => boolean} holds */
  where(moves, holds) {
    return moves.filter((move) => this.after(move, holds));
  }

  /** The moves that leave the opponent no win at once, those with the most threats first.
      @param {number} odd */
  safeMoves(odd) {
    const safe = [];
    for (const move of this.moves(odd)) {
      this.place(...move);
      if (!this.threats[1 - odd]) safe.push({ move, threats: this.threats[odd] });
      this.place(move[0], 0);
    }
    return safe.sort((a, b) => b.threats - a.threats).map(({ move }) => move);
  }

  /** What a function returns once a move is made.
      @template T @param {Move} move @param {() => T} work */
  after([cell, number], work) {
    this.place(cell, number);
    try {
      return work();
    } finally {
      this.place(cell, 0);
    }
  }

  /** What a function returns after each move. It runs once for symmetric positions.
      @template T @param {Move[]} moves @param {() => T} work */
  afterEach(moves, work) {
    /** @type {Map<number, T>} */
    const found = new Map();
    return moves.map((move) =>
      this.after(move, () => {
        const key = this.key();
        if (!found.has(key)) found.set(key, work());
        return /** @type {T} */ (found.get(key));
      }),
    );
  }

  /** Whether a win can be forced within this many plies: by the side to move, which is then
      `winner`, or by the other side, whatever the side to move plays. Nobody has won yet. Throws
      BudgetSpent.
      @param {number} odd @param {number} winner @param {number} plies @returns {boolean} */
  isForced(odd, winner, plies) {
    const own = odd === winner;
    if (plies < 1 || !this.open) return false;
    if (this.threats[odd]) return own;
    if (plies < 2) return false;
    const moves = this.safeMoves(odd);
    if (!moves.length) return !own;
    if (plies < 3) return false;
    const known = this.known[2 * odd + winner];
    const key = this.key();
    const { yes, no } = known.get(key) ?? { yes: Infinity, no: 0 };
    if (plies >= yes || plies <= no) return plies >= yes;
    if (this.budget-- < 1) throw new BudgetSpent();
    const isGood = moves.some(
      (move) => this.after(move, () => this.isForced(1 - odd, winner, plies - 1)) === own,
    );
    const forced = isGood === own;
    const without = plies < this.open ? plies : Infinity; // no game goes on when the board is full
    known.set(key, forced ? { yes: plies, no } : { yes, no: without });
    return forced;
  }

  /** Who wins for the side to move, and in how many plies. @param {number} odd @returns {Value} */
  value(odd) {
    if (this.won) return { utility: -1, distance: 0 };
    for (const plies of range(1, this.open)) {
      const winner = plies % 2 ? odd : 1 - odd;
      if (this.isForced(odd, winner, plies))
        return { utility: winner === odd ? 1 : -1, distance: plies };
    }
    return { utility: 0, distance: null };
  }

  /** The value of each move for the side that makes it. @param {number} odd */
  values(odd) {
    const moves = this.moves(odd);
    const values = this.afterEach(moves, () => before(this.value(1 - odd)));
    return moves.map((move, at) => ({ move, value: values[at] }));
  }
}

/** The value of a move, from the value of the position after it.
    @param {Value} after @returns {Value} */
export const before = ({ utility, distance }) => ({
  utility: 0 - utility,
  distance: distance === null ? null : distance + 1,
});

/** Larger for better values: quick wins, ties, then slow losses. @param {Value} value */
export const rank = ({ utility, distance }) =>
  utility * 100 - Math.sign(utility) * Number(distance);

/** The symmetries of the square, each as the cells in another order: flip and mirror by turns.
    @param {number} size */
function symmetriesOf(size) {
  const flip = (/** @type {number} */ cell) => (cell % size) * size + Math.floor(cell / size);
  const mirror = (/** @type {number} */ cell) => cell + size - 1 - 2 * (cell % size);
  const symmetries = [range(0, size * size - 1)];
  for (const next of [flip, mirror, flip, mirror, flip, mirror, flip])
    symmetries.push(symmetries[symmetries.length - 1].map(next));
  return symmetries;
}
