/* Positions as the search sees them: compact, with the threats ready to read. Here as in all of this
   folder, t3_engine explains the terms and the reasons.

   An action is one number, too: that it places, plus eight times the cell. */

import { emptySetup, LARGEST, linesOf, numbersOf, range, TARGET } from "../rules.js";

export const [WIN, TIE, LOSS] = [1, 0, -1];

export const DEAD = 0; // the code of a line that can no longer reach the target
const WON = 1; // the code of a line that has the target sum
const NUMBERS = [false, true].map(numbersOf); // those of evens and of odds

/** @param {number} need @param {number} holes */
function codeOf(need, holes) {
  if (need === 0) return WON;
  return need > 0 && need <= holes * LARGEST ? 16 * need + holes : DEAD;
}

/** What a line of this code needs; 0 if it is dead or won. @param {number} code */
const needOf = (code) => code >> 4;

/** The line's code after a number. @param {number} code @param {number} number */
const codeAfter = (code, number) =>
  needOf(code) ? codeOf(needOf(code) - number, (code & 15) - 1) : code;

/** Whether one number completes the line. @param {number} code */
const isThreat = (code) => code > WON && needOf(code) <= LARGEST;

/** Whether it is one of odds' (if `odd`) or evens'. @param {number} code @param {boolean} odd */
export const isThreatOf = (code, odd) => isThreat(code) && (needOf(code) % 2 === 1) === odd;

/** By player and code: the set of the player's numbers that leave the opponent no threat on the line, as
    an int with a bit for each. */
const SAFE = [false, true].map((odd) =>
  range(0, codeOf(TARGET, 8)).map((code) => {
    const safe = NUMBERS[+odd].filter((number) => !isThreatOf(codeAfter(code, number), !odd));
    return safe.reduce((set, number) => set | (1 << number), 0);
  }),
);

/** @param {number} cell @param {number} number */
export const actionOf = (cell, number) => 8 * cell + number;

/** @param {number} action */
export const cellOf = (action) => action >> 3;

/** @param {number} action */
export const numberOf = (action) => action & 7;

class Tables {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    this.cells = range(0, size * size - 1);
    /** The column and row of each. @type {Cell[]} */
    this.places = this.cells.map((cell) => [Math.floor(cell / size), cell % size]);
    /** The cells of each line, in order. */
    this.lines = linesOf(emptySetup(size, true)).map(({ cells }) =>
      cells.map(([col, row]) => col * size + row),
    );
    /** For each cell, the lines that it is on, and these as an int with a bit for each. */
    this.linesOn = this.cells.map((cell) =>
      [...this.lines.keys()].filter((line) => this.lines[line].includes(cell)),
    );
    this.through = this.linesOn.map((lines) => lines.reduce((set, line) => set | (1 << line), 0));
    this.symmetries = range(0, 7).map((kind) => this.symmetry(kind));
    /** For each set of fresh pairs, what earliestAlike finds. @type {number[][]} */
    this.alike = [];
  }

  /** For each cell, the earliest that is like it, if the pairs of rows and columns in this set, as an int
      with a bit for each, have no stones: mirrored pairs without stones are interchangeable, and so are
      the two members of such a pair. @param {number} fresh */
  earliestAlike(fresh) {
    const { size } = this;
    /** Whether a row or column is in such a pair. @param {number} at */
    const isFresh = (at) => (fresh >> Math.min(at, size - 1 - at)) & 1;
    const [first, second] = range(0, size / 2 - 1).filter(isFresh);
    return this.places.map(([col, row]) => {
      const mirrored = row === size - 1 - col ? size - 1 - first : second;
      const other = !isFresh(col) || row === col ? first : mirrored;
      return (isFresh(col) ? first : col) * size + (isFresh(row) ? other : row);
    });
  }

  /** One of the board's eight symmetries: the lines and the cells that those of the image come from.
      @param {number} kind */
  symmetry(kind) {
    const last = this.size - 1;
    const cells = this.places.map((place) => {
      const [col, row] = kind & 1 ? [...place].reverse() : place;
      return (kind & 2 ? last - col : col) * this.size + (kind & 4 ? last - row : row);
    });
    const lines = this.lines.map((line) =>
      this.lines.findIndex((it) => line.every((cell) => it.includes(cells[cell]))),
    );
    return { lines, cells };
  }
}

/** @type {Record<number, Tables>} */
const made = {};

/** The tables of a board size, kept. @param {number} size */
const tablesOf = (size) => (made[size] ??= new Tables(size));

/** A position. It never changes. */
export class Position {
  canWin = false; // whether the mover has a threat
  keptKey = "";
  /** @type {number[] | undefined} */
  keptSafe = undefined;
  threats = 0; // the lines that are a threat, of either player, as an int with a bit for each

  /** @param {Tables} tables
      @param {boolean} odd whether odds are to move
      @param {number[]} codes the code of each line
      @param {boolean[]} filled whether each cell is filled */
  constructor(tables, odd, codes, filled) {
    this.tables = tables;
    this.odd = odd;
    this.codes = codes;
    this.filled = filled;
    for (let line = 0; line < codes.length; line++) {
      if (!isThreat(codes[line])) continue;
      this.threats |= 1 << line;
      this.canWin ||= isThreatOf(codes[line], odd);
    }
  }

  /** The position on a board. @param {Setup} setup */
  static of(setup) {
    const tables = tablesOf(setup.board.length);
    const codes = linesOf(setup).map(({ needs, holes }) => codeOf(needs, holes));
    const filled = tables.places.map(([col, row]) => setup.board[row][col] > 0);
    return new Position(tables, setup.odd, codes, filled);
  }

  /** The position after an action of the mover. @param {number} action */
  after(action) {
    const codes = this.codes.slice();
    for (const line of this.tables.linesOn[cellOf(action)])
      codes[line] = codeAfter(codes[line], numberOf(action));
    const filled = this.filled.slice();
    filled[cellOf(action)] = true;
    return new Position(this.tables, !this.odd, codes, filled);
  }

  /** The mover's safe actions, in order; none if the mover can win at once. */
  get safe() {
    if (this.keptSafe) return this.keptSafe;
    const { codes, filled, odd, tables, threats } = this;
    /** @type {number[]} */
    const actions = (this.keptSafe = []);
    for (const cell of this.canWin ? [] : tables.cells) {
      if (filled[cell] || threats & ~tables.through[cell]) continue; // or it leaves a threat
      let numbers = -1;
      for (const line of tables.linesOn[cell]) numbers &= SAFE[+odd][codes[line]];
      for (const number of NUMBERS[+odd])
        if ((numbers >> number) & 1) actions.push(actionOf(cell, number));
    }
    return actions;
  }

  /** `actions` without some that are symmetric to an earlier one. @param {number[]} actions */
  distinct(actions) {
    const earliest = this.earliestAlike();
    return actions.filter((action) => earliest[cellOf(action)] === cellOf(action));
  }

  /** The actions worth a search, where nobody can win at once. */
  candidates() {
    return this.distinct(this.safe.length ? this.safe : this.legal());
  }

  /** For each cell, the earliest that is like it. */
  earliestAlike() {
    const { codes, tables } = this;
    const { size } = tables;
    const untouched = codeOf(TARGET, size);
    let fresh = 0;
    for (let at = 0, last = size - 1; at < last; at++, last--)
      if ([at, last, size + at, size + last].every((line) => codes[line] === untouched))
        fresh |= 1 << at;
    return (tables.alike[fresh] ??= tables.earliestAlike(fresh));
  }

  /** How many threats an action makes. @param {number} action */
  forcing(action) {
    const number = numberOf(action);
    let threats = 0;
    for (const line of this.tables.linesOn[cellOf(action)])
      if (isThreatOf(codeAfter(this.codes[line], number), number % 2 === 1)) threats++;
    return threats;
  }

  /** Whether a safe action makes two threats at once. It wins in three plies. */
  doubles() {
    return this.safe.some((action) => this.forcing(action) > 1);
  }

  /** For each cell, the opponent's safe numbers there if the mover passed, and the opponent could not
      win at once; as in SAFE. */
  replies() {
    const { codes, filled, tables } = this;
    const safe = SAFE[+!this.odd];
    return tables.linesOn.map((lines, cell) => {
      let numbers = filled[cell] ? 0 : safe[DEAD];
      for (const line of lines) if (!isThreat(codes[line])) numbers &= safe[codes[line]];
      return numbers;
    });
  }

  /** The safe actions that may leave the opponent no safe action that makes two threats. */
  sensible() {
    const replies = this.replies();
    const doubles = this.tables.cells.filter((cell) =>
      NUMBERS[+!this.odd].some(
        (number) => (replies[cell] >> number) & 1 && this.forcing(actionOf(cell, number)) > 1,
      ),
    );
    if (!doubles.length) return this.safe;
    return this.safe.filter((action) => this.forcing(action) || this.isNear(action, doubles));
  }

  /** The safe actions that may leave the opponent no safe action, where none makes two threats. */
  squeezing() {
    const replies = this.replies();
    const cells = this.tables.cells.filter((cell) => replies[cell]);
    return this.safe.filter((action) =>
      this.forcing(action) ? !this.isAnswered(action, replies) : this.isNear(action, cells),
    );
  }

  /** Whether an action shares a line with each of these cells.
      @param {number} action @param {number[]} cells */
  isNear(action, cells) {
    const { through } = this.tables;
    return cells.every((cell) => through[cell] & through[cellOf(action)]);
  }

  /** Whether one of these replies, on another cell, answers the threat of an action.
      @param {number} action @param {number[]} replies */
  isAnswered(action, replies) {
    const own = cellOf(action);
    return this.tables.linesOn[own].some((line) => {
      const code = codeAfter(this.codes[line], numberOf(action));
      if (!isThreatOf(code, this.odd)) return false;
      const blocks = SAFE[+!this.odd][code];
      return this.tables.lines[line].some((cell) => cell !== own && replies[cell] & blocks);
    });
  }

  /** Whether a line has won. Actions and threats then mean nothing. */
  isWon() {
    return this.codes.includes(WON);
  }

  legal() {
    const empty = this.tables.cells.filter((cell) => !this.filled[cell]);
    return empty.flatMap((cell) => NUMBERS[+this.odd].map((number) => actionOf(cell, number)));
  }

  /** The page's form of an action. @param {number} action @returns {Action} */
  named(action) {
    return [...this.tables.places[cellOf(action)], numberOf(action)];
  }

  /** The mover's actions that win at once. */
  winning() {
    return this.legal().filter((action) => this.after(action).isWon());
  }

  /** The number of empty cells: the plies left if nobody wins. */
  get holes() {
    return this.filled.filter((it) => !it).length;
  }

  /** The mover's utility if that needs no search. Nobody has won yet. */
  utilityAtSight() {
    if (this.canWin) return WIN;
    if (!this.safe.length) return this.holes ? LOSS : TIE;
    if (this.doubles()) return WIN;
    return this.codes.some(Boolean) ? undefined : TIE; // no line is left to win
  }

  /** Text that is equal only for positions of equal utility and distance: they are the same game, turned
      or mirrored. */
  get key() {
    if (this.keptKey) return this.keptKey;
    const { codes, filled, odd, tables } = this;
    const images = tables.symmetries.map(({ lines }) =>
      String.fromCharCode(...lines.map((line) => codes[line])),
    );
    const [least] = [...images].sort();
    const isCrossing = tables.linesOn.map(
      (lines, cell) => filled[cell] && lines.filter((line) => codes[line]).length > 1,
    );
    const [crossed] = tables.symmetries
      .filter((_, at) => images[at] === least)
      .map(({ cells }) =>
        String.fromCharCode(...tables.cells.filter((cell) => isCrossing[cells[cell]])),
      )
      .sort();
    this.keptKey = `${odd} ${this.holes} ${least}${crossed}`;
    return this.keptKey;
  }
}
