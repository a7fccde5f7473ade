/* The texts to send, as the terminal has them. They give nothing away. */

import { dateText, isInTime, later, numberOf, result, streak, today } from "./puzzles.js";
import { range } from "./rules.js";
import { isPersonsAt, state } from "./state.js";
import { judgementOf } from "./values.js";

/** A square for each try. @param {number} wrong how many were wrong */
const tried = (wrong) => `${wrong > 9 ? `🟥 x ${wrong} ` : "🟥".repeat(wrong)}🟩`;

export function puzzleText() {
  const { puzzle } = state.game;
  const isDay = puzzle !== "sent";
  const lines = [
    `Tic-Tac-Total puzzle${isDay ? ` ${numberOf(puzzle)}, ${dateText(puzzle)}` : ""}`,
    tried(result().wrong.length),
  ];
  const isRecent = puzzle === today() || puzzle === later(today(), -1);
  if (isRecent && isInTime(puzzle)) lines.push(`Streak ${streak()}`);
  return lines.join("\n");
}

/** What to send of the game that a person has won, with a square for each of their moves. */
export function winText() {
  const { actions, helped, level, play, start } = state.game;
  const moves = range(0, actions.length - 1).filter(isPersonsAt);
  const squares = moves.map((ply) => {
    const judgement = judgementOf(ply);
    return judgement ? (judgement.lost ? "🟥" : "🟩") : "⬜";
  });
  const { length: size } = start.board;
  return [
    `Tic-Tac-Total ${size} x ${size}, ${dateText(today())}`,
    squares.join(""),
    `Won as ${play} against ${level}${helped ? ", with help" : ""}`,
  ].join("\n");
}
