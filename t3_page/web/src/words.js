/* What the page says about a game. */

import { isWon, linesOf, numbersOf, TARGET } from "./rules.js";
import { nameOf } from "./state.js";

/** A side's numbers. @param {boolean} odd */
export const numberList = (odd) =>
  new Intl.ListFormat("en-GB", { type: "disjunction" }).format(numbersOf(odd).map(String));

/** @param {Action} action */
export const actionText = ([col, row, number]) => `(${col},${row}) = ${number}`;

/** @param {boolean} odd */
const wins = (odd) => `${nameOf(odd)} ${nameOf(odd) === "The computer" ? "wins" : "win"}`;

/** How a game ended. @param {Setup} setup */
export function ending(setup) {
  if (!isWon(setup)) return "A tie: the board is full.";
  const sums = linesOf(setup)
    .filter(({ won }) => won)
    .map(({ name, cells }) => {
      const numbers = cells.map(([col, row]) => setup.board[row][col]).filter(Boolean);
      return `${name} is ${numbers.join("\u2009+\u2009")} = ${TARGET}`;
    });
  return `${wins(!setup.odd)}: ${sums.join(" and ")}.`;
}

/** Who wins a position, and how soon. @param {Setup} setup @param {Value} value */
export function forecast({ odd }, value) {
  if (value.utility === 0) return "A tie, if neither side errs";
  return `${wins(odd === value.utility > 0)} ${soon(value)}`;
}

/** The short form of a value, such as `W in 3`. @param {Prospect} value */
export function short(value) {
  if (value.utility === null) return "?";
  return `${"LTW"[value.utility + 1]}${value.utility ? ` in ${movesOf(value)}` : ""}`;
}

/** A value in words, such as `wins in 3 moves`. @param {Prospect} value */
export function inWords(value) {
  if (value.utility === null) return "not proven";
  if (value.utility === 0) return "ties";
  return `${value.utility > 0 ? "wins" : "loses"} ${soon(value)}`;
}

/** How soon a side wins. @param {Value} value */
export function soon(value) {
  if (movesOf(value) > 1) return `in ${movesOf(value)} moves`;
  return value.utility > 0 ? "at once" : "with the next move";
}

/** The winner's own moves until the win. @param {Value} value */
const movesOf = ({ utility, distance }) => ((distance ?? 0) + (utility > 0 ? 1 : 0)) >> 1;
