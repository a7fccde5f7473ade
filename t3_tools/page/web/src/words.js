/* What the page says about a game. */

import { isOver, isWon, linesOf, numbersOf, sideOf } from "./rules.js";

const orList = new Intl.ListFormat("en-GB", { type: "disjunction" });
export const andList = new Intl.ListFormat("en-GB");

/** A side's numbers. @param {boolean} odd @param {Position} position */
export const numberList = (odd, { largest }) => orList.format(numbersOf(odd, largest).map(String));

/** @param {Game} game @param {boolean} odd */
export const isPersons = ({ play }, odd) => play === "both" || play === sideOf(odd);

/** Whether the computer is to move.
    @param {Game} game @param {Position} position */
export const isComputers = (game, position) => !isOver(position) && !isPersons(game, position.odd);

/** Whoever plays odds (if `odd`) or evens, at the beginning of a sentence.
    @param {Game} game @param {boolean} odd */
export function nameOf(game, odd) {
  if (game.play === "both" || game.play === "none") return odd ? "Odds" : "Evens";
  return isPersons(game, odd) ? "You" : "The computer";
}

/** @param {Game} game @param {boolean} odd */
function wins(game, odd) {
  const name = nameOf(game, odd);
  return name === "The computer" ? `${name} wins` : `${name} win`;
}

/** @param {Game} game @param {Position} position */
export function turn(game, { odd }) {
  const name = nameOf(game, odd);
  return name === "You" ? "Your turn" : `${name}${name.endsWith("s") ? "'" : "'s"} turn`;
}

/** Who has won, or that it is a tie.
    @param {Game} game @param {Position} position */
export const result = (game, position) => (isWon(position) ? wins(game, !position.odd) : "A tie");

/** How a game ended.
    @param {Game} game @param {Position} position */
export function outcome(game, position) {
  if (!isWon(position)) return "A tie: the board is full.";
  const sums = linesOf(position)
    .filter(({ won }) => won)
    .map(({ name, cells }) => {
      const numbers = cells.map(([col, row]) => position.board[row][col]).filter(Boolean);
      return `${name} is ${numbers.join("\u2009+\u2009")} = ${position.target}`;
    });
  return `${result(game, position)}: ${sums.join(" and ")}.`;
}

/** @param {Position} position */
export const goal = (position) =>
  `Odds place ${numberList(true, position)}, evens place ${numberList(false, position)}, in turn, on any empty cell. Whoever makes a row, a column or a diagonal sum to exactly ${position.target} wins. × marks a line that no longer can. (1,0) is the cell in column 1, row 0, counted from 0.`;

/** Who wins a position, and how soon.
    @param {Game} game @param {Position} position @param {Value} value */
export function forecast(game, { odd }, value) {
  if (value.utility === 0) return "A tie, if neither side errs";
  const moves = movesOf(value);
  return `${wins(game, odd === value.utility > 0)} in ${moves} move${moves === 1 ? "" : "s"}`;
}

/** The short form of a value, such as `W3`.
    @param {Prospect} value */
export function short(value) {
  if (value.utility === null) return "?";
  return `${"LTW"[value.utility + 1]}${value.utility ? movesOf(value) : ""}`;
}

/** A value in words, such as `wins in 3`.
    @param {Prospect} value */
export function inWords(value) {
  if (value.utility === null) return "not proven";
  if (value.utility === 0) return "ties";
  return `${value.utility > 0 ? "wins" : "loses"} in ${movesOf(value)}`;
}

/** The winner's own moves until the win.
    @param {Value} value */
const movesOf = ({ utility, distance }) => ((distance ?? 0) + (utility > 0 ? 1 : 0)) >> 1;
