/* The text to send: a link, after a puzzle with its result as the terminal has it. That gives no
   puzzle away. */

import { linkOf } from "./address.js";
import { dateText, later, numberOf, today } from "./days.js";
import { isInTime, isSolved, progress, streak } from "./puzzles.js";
import { state } from "./state.js";

export function sharedText() {
  const { game, ply, showsValues } = state;
  const link = location.href.replace(/#.*/, "") + linkOf(game, ply, showsValues);
  return isSolved() ? `${result()}\n${link}` : link;
}

/** @type {Record<string, string>} */
const SQUARES = { tied: "🟨", "too late": "🟦" };
const MOST_SQUARES = 9; // more wrong tries are only counted

/** A square for each try at a puzzle, then the same in words, with how many hints were given. The
    first version kept only the moves of wrong tries.
    @param {Pick<Progress, "wrong" | "hints">} progress */
export function told(progress) {
  const wrong = progress.wrong.map((it) => (it.includes(": ") ? it.split(": ")[0] : "wrong"));
  const hints = Object.values(progress.hints).reduce((sum, steps) => sum + steps, 0);
  const squares = wrong.slice(0, MOST_SQUARES).map((it) => SQUARES[it] ?? "🟥");
  const more = wrong.length > MOST_SQUARES ? ` + ${wrong.length - MOST_SQUARES} ` : "";
  const words = [...new Set(wrong)].map(
    (it) => `${wrong.filter((its) => its === it).length} ${it}`,
  );
  const how = wrong.length ? `${words.join(", ")}, then right` : "right at the first try";
  const help = hints ? `, ${hints} ${hints === 1 ? "hint" : "hints"}` : "";
  return `${squares.join("")}${more}🟩 ${how}${help}`;
}

/** How the puzzle on the board was solved. */
function result() {
  const { puzzle } = state.game;
  const title = `Tic-Tac-Total puzzle ${numberOf(puzzle)}, ${dateText(puzzle)}`;
  const lines = [title, told(progress())];
  const isRecent = puzzle === today() || puzzle === later(today(), -1);
  if (isRecent && isInTime(puzzle) && streak() > 1) lines.push(`${streak()} days in a row`);
  return lines.join("\n");
}
