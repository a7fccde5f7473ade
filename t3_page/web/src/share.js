/* The texts to send: results as the terminal has them. They give no puzzle away. */

import { linkOf } from "./address.js";
import { dateText, later, numberOf, today } from "./days.js";
import { isInTime, isResult, streak, wrongTries } from "./puzzles.js";
import { range } from "./rules.js";
import { isPersonsAt, state } from "./state.js";
import { judgementOf } from "./values.js";

/** What there is to send: a result and a link to its start, or a link to what is on the board. */
export function sharedText() {
  const { game, ply, showsValues } = state;
  const start = linkOf({ ...game, actions: [] }, 0, false);
  const link =
    location.href.replace(/#.*/, "") + (isResult() ? start : linkOf(game, ply, showsValues));
  if (!isResult()) return link;
  return `${game.puzzle ? puzzleText() : winText()}\n${link}`;
}

/** @type {Record<string, string>} */
const SQUARES = { tied: "🟨", "too late": "🟦" };
const MOST_SQUARES = 9; // more wrong tries are only counted

/** A square for each try at a puzzle, then the same in words.
    @param {string[]} wrong what the wrong tries led to */
export function told(wrong) {
  const squares = wrong.slice(0, MOST_SQUARES).map((it) => SQUARES[it] ?? "🟥");
  const more = wrong.length > MOST_SQUARES ? ` + ${wrong.length - MOST_SQUARES} ` : "";
  const words = [...new Set(wrong)].map(
    (it) => `${wrong.filter((its) => its === it).length} ${it}`,
  );
  const how = wrong.length ? `${words.join(", ")}, then right` : "right at the first try";
  return `${squares.join("")}${more}🟩 ${how}`;
}

function puzzleText() {
  const { puzzle } = state.game;
  const title = `Tic-Tac-Total puzzle ${numberOf(puzzle)}, ${dateText(puzzle)}`;
  const lines = [title, told(wrongTries())];
  const isRecent = puzzle === today() || puzzle === later(today(), -1);
  if (isRecent && isInTime(puzzle) && streak() > 1) lines.push(`${streak()} days in a row`);
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
