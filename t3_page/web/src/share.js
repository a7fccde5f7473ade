/* The texts to send: results as the terminal has them. They give no puzzle away. */

import { linkOf } from "./address.js";
import { dateText, isInTime, isSolved, later, numberOf, result, streak, today } from "./puzzles.js";
import { range } from "./rules.js";
import { isPersonsAt, isPersonsWin, state } from "./state.js";
import { judgementOf } from "./values.js";

/** What there is to send: a result and a link to its start, or a link to what is on the board. */
export function sharedText() {
  const { game, ply, values } = state;
  const isResult = isSolved() || (!game.puzzle && isPersonsWin());
  const start = linkOf({ ...game, actions: [] }, 0, false);
  const link = location.href.replace(/#.*/, "") + (isResult ? start : linkOf(game, ply, values));
  if (!isResult) return link;
  return `${game.puzzle ? puzzleText() : winText()}\n${link}`;
}

/** A square for each try. @param {number} wrong how many were wrong */
const tried = (wrong) => `${wrong > 9 ? `🟥 x ${wrong} ` : "🟥".repeat(wrong)}🟩`;

function puzzleText() {
  const { puzzle } = state.game;
  const lines = [
    `Tic-Tac-Total puzzle ${numberOf(puzzle)}, ${dateText(puzzle)}`,
    tried(result().wrong.length),
  ];
  const isRecent = puzzle === today() || puzzle === later(today(), -1);
  if (isRecent && isInTime(puzzle)) lines.push(`Streak ${streak()}`);
  return lines.join("\n");
}

/** The result of a game that a person has won, with a square for each of their moves. */
function winText() {
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
