/* The tables of a board size: lines, cells, and what follows from the code of a line. Here as in all of
   this folder, t3_engine explains the terms and the reasons.

   Actions are lists of their indices. A set of numbers is an int with a bit for each of a player's
   numbers, the lowest for the lowest one. */

import { emptyPosition, LARGEST, linesOf, numbersOf, range, TARGET } from "../rules.js";

export const DEAD = 0; // the code of a line that can no longer reach the target
export const WON = 1; // the code of a line that has the target sum
export const CHOICES = LARGEST / 2; // how many numbers a player has

/** @param {number} action */
export const cellOf = (action) => Math.floor(action / CHOICES);

export class Tables {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    this.cells = range(0, size * size - 1);
    /** The cells of each line, in order. */
    this.lines = linesOf(emptyPosition(size, true)).map(({ cells }) =>
      cells.map(([col, row]) => col * size + row),
    );
    /** For each cell, the lines that it is on. */
    this.linesOn = this.cells.map((cell) =>
      [...this.lines.keys()].filter((line) => this.lines[line].includes(cell)),
    );
    /** For each cell, whether each cell shares a line with it. */
    this.around = this.cells.map((cell) =>
      this.cells.map((other) => this.linesOn[cell].some((it) => this.lines[it].includes(other))),
    );
    /** For each cell, the set of mirrored pairs that its row and column belong to. */
    this.pairsOf = this.cells.map((cell) =>
      this.place(cell).reduce((set, at) => set | (1 << Math.min(at, size - 1 - at)), 0),
    );
    /** By the set of mirrored pairs that stones use: whether to try actions on each cell. */
    this.distinct = range(0, 2 ** Math.ceil(size / 2) - 1).map((used) => this.distinctIf(used));
    this.odds = new Side(this, true);
    this.evens = new Side(this, false);
    this.odds.opponent = this.evens;
    this.evens.opponent = this.odds;
  }

  /** The column and row of a cell. @param {number} cell @returns {Cell} */
  place(cell) {
    return [Math.floor(cell / this.size), cell % this.size];
  }

  /** The code of a line. @param {number} holes @param {number} need */
  code(holes, need) {
    if (need === 0) return WON;
    return need > 0 && need <= holes * LARGEST ? need * (this.size + 1) + holes : DEAD;
  }

  /** What a line of this code needs; 0 if it is dead or won. @param {number} code */
  need(code) {
    return Math.floor(code / (this.size + 1));
  }

  /** Whether to try actions on each cell, if stones use exactly these mirrored pairs. Each action left
      out is symmetric to an earlier one. @param {number} used */
  distinctIf(used) {
    const { size } = this;
    const [first, second] = range(0, size / 2 - 1).filter((pair) => !((used >> pair) & 1));
    /** @param {number} at */
    const isTaken = (at) => 2 * at + 1 === size || (this.pairsOf[at * (size + 1)] & used) > 0;
    return this.cells.map((cell) => {
      const [col, row] = this.place(cell);
      if (isTaken(col)) return isTaken(row) || row === first;
      return col === first && (isTaken(row) || [first, size - 1 - first, second].includes(row));
    });
  }
}

/** One player's tables: what each action does, and what answers each threat. */
export class Side {
  opponent = this;

  /** @param {Tables} tables @param {boolean} odd whether this is odds */
  constructor(tables, odd) {
    this.tables = tables;
    this.odd = odd;
    this.numbers = numbersOf(odd);
    const theirs = numbersOf(!odd);
    /** @template T @param {(need: number, holes: number, code: number) => T} entry */
    const byCode = (entry) =>
      range(0, tables.code(tables.size, TARGET)).map((code) =>
        entry(tables.need(code), code % (tables.size + 1), code),
      );
    /** @param {(number: number) => boolean} holds */
    const those = (holds) =>
      this.numbers.reduce((set, number, at) => set | (Number(holds(number)) << at), 0);
    /** By code: whether the line is the player's threat. */
    this.wins = byCode((need) => this.numbers.includes(need));
    /** By code: the numbers on the line after which the opponent has no threat there; none if the
        player can win there, for then no action counts as safe. */
    this.answers = byCode((need, holes) =>
      those((it) => !this.numbers.includes(need) && (holes === 1 || !theirs.includes(need - it))),
    );
    /** By code: the numbers that make the line the player's threat. */
    this.forcing = byCode((need, holes) =>
      those((it) => holes > 1 && this.numbers.includes(need - it)),
    );
    /** By number and code: the line's new code. */
    this.becomes = this.numbers.map((number) =>
      byCode((need, holes, code) => (need ? tables.code(holes - 1, need - number) : code)),
    );
  }

  /** The page's form of an action. @param {number} action @returns {Action} */
  action(action) {
    return [...this.tables.place(cellOf(action)), this.numbers[action % CHOICES]];
  }
}

/** @type {Record<number, Tables>} */
const made = {};

/** The tables of a board size, kept. @param {number} size */
export const tablesOf = (size) => (made[size] ??= new Tables(size));
