/* Who plays which side, and what they are called. */

import { isOver, sideOf } from "./rules.js";

/** @param {Game} game @param {boolean} odd */
export const isPersons = ({ play }, odd) => play === "both" || play === sideOf(odd);

/** Whether the computer is to move.
    @param {Game} game @param {Position} position */
export const isComputers = (game, position) => !isOver(position) && !isPersons(game, position.odd);

/** Whether a person plays against the computer.
    @param {Game} game */
export const isDuel = ({ play }) => play === "odds" || play === "evens";

/** Whoever plays odds (if `odd`) or evens, at the beginning of a sentence.
    @param {Game} game @param {boolean} odd */
export function nameOf(game, odd) {
  if (!isDuel(game)) return odd ? "Odds" : "Evens";
  return isPersons(game, odd) ? "You" : "The computer";
}
