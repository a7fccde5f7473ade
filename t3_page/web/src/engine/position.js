/* Positions as the search sees them: compact, with the threats ready to read. */

import { TARGET } from "../rules.js";
import { cellOf, CHOICES, tablesOf, WON } from "./tables.js";

/** @import { Side } from "./tables.js" */

export const [WIN, TIE, LOSS] = [1, 0, -1];

/** A position. It never changes. */
export class Position {
  key = ""; // that of symmetry.js, once it has been asked for
  canWin = false; // whether the mover has a threat
  threats = 0; // how many lines are a threat, of either player
  threat = 0; // the last of them

  /** @param {Side} mover
      @param {number[]} codes the code of each line
      @param {boolean[]} filled whether each cell is filled
      @param {number} stones how many are
      @param {number} used the mirrored pairs of rows and columns that hold any */
  constructor(mover, codes, filled, stones, used) {
    this.mover = mover;
    this.codes = codes;
    this.filled = filled;
    this.stones = stones;
    this.used = used;
    const [own, theirs] = [mover.wins, mover.opponent.wins];
    for (let line = 0; line < codes.length; line++) {
      if (!own[codes[line]] && !theirs[codes[line]]) continue;
      this.threats++;
      this.threat = line;
      this.canWin ||= own[codes[line]];
    }
    /** @type {number[] | undefined} */
    this.keptSafe = undefined;
  }

  /** The position on a board. @param {Board} board */
  static of({ board, odd }) {
    const tables = tablesOf(board.length);
    const numbers = tables.cells.map((cell) => board[cell % board.length][tables.place(cell)[0]]);
    const codes = tables.lines.map((cells) => {
      const need = cells.reduce((need, cell) => need - numbers[cell], TARGET);
      return tables.code(cells.filter((cell) => !numbers[cell]).length, need);
    });
    const filled = numbers.map(Boolean);
    const stones = tables.cells.filter((cell) => filled[cell]);
    const used = stones.reduce((set, cell) => set | tables.pairsOf[cell], 0);
    return new Position(odd ? tables.odds : tables.evens, codes, filled, stones.length, used);
  }

  /** The position after an action of the mover. @param {number} action */
  after(action) {
    const { tables, becomes, opponent } = this.mover;
    const cell = cellOf(action);
    const codes = this.codes.slice();
    for (const line of tables.linesOn[cell]) codes[line] = becomes[action % CHOICES][codes[line]];
    const filled = this.filled.slice();
    filled[cell] = true;
    return new Position(opponent, codes, filled, this.stones + 1, this.used | tables.pairsOf[cell]);
  }

  /** The mover's safe actions, in order; none if the mover can win at once. */
  get safe() {
    return (this.keptSafe ??= this.safeFor(this.mover));
  }

  /** A player's safe actions if that player were to move. @param {Side} player */
  safeFor({ answers, tables, wins, opponent }) {
    const { codes, filled, threat, threats } = this;
    const actions = [];
    // An action on no threat leaves it.
    for (const cell of threats ? tables.lines[threat] : tables.cells) {
      if (filled[cell]) continue;
      let numbers = -1;
      let answered = 0;
      for (const line of tables.linesOn[cell]) {
        numbers &= answers[codes[line]];
        if (wins[codes[line]] || opponent.wins[codes[line]]) answered++;
      }
      if (answered < threats) continue;
      for (let rank = 0; rank < CHOICES; rank++)
        if ((numbers >> rank) & 1) actions.push(cell * CHOICES + rank);
    }
    return actions;
  }

  /** `actions` without some that are symmetric to an earlier one. @param {number[]} actions */
  distinct(actions) {
    const tried = this.mover.tables.distinct[this.used];
    return actions.filter((action) => tried[cellOf(action)]);
  }

  /** How many threats an action of the mover makes. @param {number} action */
  forcing(action) {
    const { tables, forcing } = this.mover;
    let threats = 0;
    for (const line of tables.linesOn[cellOf(action)])
      threats += (forcing[this.codes[line]] >> (action % CHOICES)) & 1;
    return threats;
  }

  /** Whether a safe action makes two threats at once. It wins in three plies. */
  doubles() {
    return this.safe.some((action) => this.forcing(action) > 1);
  }

  /** The safe actions that may leave the opponent no safe action: they make a threat, or share a line
      with each cell where the opponent would have a safe action if the mover passed. */
  squeezing() {
    const { opponent, tables } = this.mover;
    const targets = this.safeFor(opponent).map(cellOf);
    return this.safe.filter((action) => {
      const around = tables.around[cellOf(action)];
      return this.forcing(action) > 0 || targets.every((cell) => around[cell]);
    });
  }

  /** Whether a line has won. Actions and threats then mean nothing. */
  isWon() {
    return this.codes.includes(WON);
  }

  legal() {
    const { cells } = this.mover.tables;
    const empty = cells.filter((cell) => !this.filled[cell]);
    return empty.flatMap((cell) => [0, 1, 2].map((rank) => cell * CHOICES + rank));
  }

  /** The mover's actions that win at once. */
  winning() {
    return this.legal().filter((action) => this.after(action).isWon());
  }

  /** The number of empty cells: the plies left if nobody wins. */
  holes() {
    return this.filled.length - this.stones;
  }

  /** The mover's utility if that needs no search. Nobody has won yet. */
  utilityAtSight() {
    if (this.canWin) return WIN;
    if (!this.safe.length) return this.holes() ? LOSS : TIE;
    if (this.doubles()) return WIN;
    return this.codes.some(Boolean) ? undefined : TIE; // no line is left to win
  }
}
