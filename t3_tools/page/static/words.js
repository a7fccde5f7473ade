/* What the page says about a game. */

import { isOver, isWon, linesOf, numbersOf, sideOf } from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./address.js").Game} Game */

const PEOPLE = { odds: [true], evens: [false], both: [true, false], none: [] };

/** @param {Game} game @param {boolean} odd */
export const isPersons = ({ play }, odd) =>
  /** @type {Record<string, boolean[]>} */ (PEOPLE)[play].includes(odd);

/** @param {string} text */
export const titled = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whoever plays odds (if `odd`) or evens, at the beginning of a sentence.
    @param {Game} game @param {boolean} odd */
export function nameOf(game, odd) {
  if (game.play === "both" || game.play === "none") return titled(sideOf(odd));
  return isPersons(game, odd) ? "You" : "The computer";
}

/** A name with a verb, such as `win`, in its right form.
    @param {string} name @param {string} verb */
export const does = (name, verb) => `${name} ${verb}${name === "The computer" ? "s" : ""}`;

/** @param {(string | number)[]} words */
export const listed = (words, conjunction = "or") =>
  words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;

/** @param {import("./rules.js").Action} action */
export const told = ([col, row, number]) => `(${col},${row}) = ${number}`;

/** @param {Game} game @param {Position} position */
export function turn(game, { odd }) {
  const name = nameOf(game, odd);
  return `${name === "You" ? "Your" : name === "The computer" ? `${name}'s` : `${name}'`} turn`;
}

/** Who has won, or that it is a tie.
    @param {Game} game @param {Position} position */
export const result = (game, position) =>
  isWon(position) ? does(nameOf(game, !position.odd), "win") : "A tie";

/** How a game ended.
    @param {Game} game @param {Position} position */
export function outcome(game, position) {
  if (!isWon(position)) return "A tie: the board is full.";
  const sums = linesOf(position)
    .filter(({ won }) => won)
    .map(({ name, cells }) => {
      const numbers = cells.map(([col, row]) => position.board[row][col]).filter(Boolean);
      return `${name} is ${numbers.join(" + ")} = ${position.target}`;
    });
  return `${result(game, position)}: ${listed(sums, "and")}.`;
}

/** @param {Position} position */
export function goal({ target, largest }) {
  const [odds, evens] = [true, false].map((odd) => listed(numbersOf(odd, largest)));
  return `Odds place ${odds}, evens place ${evens}, in turn, on any empty cell. Whoever makes a row, a column or a diagonal sum to exactly ${target} wins.`;
}

/** Who wins a position, and how soon.
    @param {Game} game @param {Position} position @param {import("./state.js").Values} values */
export function forecast(game, { odd }, { utility, distance }) {
  if (utility === null) return "Who wins is not proven";
  if (utility === 0) return "A tie, if neither side errs";
  const name = nameOf(game, utility > 0 ? odd : !odd);
  const winner = does(name, "win");
  if (distance === null) return winner;
  if (distance <= 2) return `${winner} with ${distance === 1 ? "this" : "the next"} move`;
  const whose = name === "You" ? "your" : name === "The computer" ? "its" : "their";
  return `${winner} in ${movesOf({ utility, distance })} of ${whose} moves`;
}

/** The short form of a value, such as `W3`.
    @param {import("./state.js").Value | undefined} value */
export function short(value) {
  if (!value || value.utility === null) return "?";
  return `${"LTW"[value.utility + 1]}${value.distance ? movesOf(value) : ""}`;
}

/** A value in words, such as `wins in 3`: the winner's own moves count.
    @param {import("./state.js").Value} value */
export function inWords({ utility, distance }) {
  if (utility === null) return "not proven";
  if (utility === 0) return "ties";
  const moves = movesOf({ utility, distance });
  if (moves === 1) return utility > 0 ? "wins at once" : "loses next move";
  return `${utility > 0 ? "wins" : "loses"}${moves ? ` in ${moves}` : ""}`;
}

/** The moves of the winner until the win.
    @param {{ utility: number | null, distance: number | null }} value */
export const movesOf = ({ utility, distance }) => ((distance ?? 0) + +(utility === 1)) >> 1;

/** @param {Game} game @param {Position} position */
export const isComputers = (game, position) => !isOver(position) && !isPersons(game, position.odd);
