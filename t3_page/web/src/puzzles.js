/* Puzzles: the two for newcomers, and those of the days, which t3_play/daily.txt has.
   In each the person can win. What they ask for, hints, how they went, and what to send of that. */

import { codesOf, dateText, dayOf, later, linkOf, numberOf, read, today } from "./address.js";
import { after, linesOf, range, TARGET } from "./rules.js";
import { currentSetup, isLast, obstacle, state } from "./state.js";
import { stored, store } from "./storage.js";
import { judgementOf, valueAt, valuesOf } from "./values.js";
import { soon } from "./words.js";

/** What a newcomer solves before the puzzle of the day.
    @type {Record<string, { start: string, task: string, hint: string }>} */
const INTRODUCTION = {
  first: {
    start: "340/000/001 evens",
    task: `Make a line add up to ${TARGET}: tap a cell, then a number`,
    hint: "The top row has 3 + 4. It needs 6 more: that is the bold +6 beside it.",
  },
  second: {
    start: "001/002/300 evens",
    task: "Win in 2 moves. After your first one, the computer moves",
    hint: "With one move, make two lines that need one number each: the computer can stop only one.",
  },
};

/** The start of a puzzle until tomorrow, such as 340/000/001 evens; see t3_play/puzzles.py.
    @param {string} puzzle @returns {string | undefined} */
function startOf(puzzle) {
  if (puzzle in INTRODUCTION) return INTRODUCTION[puzzle].start;
  if (puzzle > later(today(), 1)) return undefined;
  const [book, ...starts] = String(document.getElementById("table")?.textContent).split(/, |\n/);
  const [at, again] = [numberOf(puzzle) - 1, STRENGTHS.length * Number(book)];
  return starts[at < starts.length ? at : again + ((at - again) % (starts.length - again))];
}

/** The game of a puzzle, as it was left. Throws an Error if there is none. @param {string} puzzle */
export function gameOf(puzzle) {
  const start = startOf(puzzle);
  const now = `${dateText(today())} by your device's clock`;
  if (!start) throw new Error(`Puzzles begin on ${dateText(dayOf(1))} and end today, ${now}.`);
  const { moves } = progressOf(puzzle);
  return read(`${start}&play=${start.split(" ")[1]}&puzzle=${puzzle}&moves=${moves}`).game;
}

const LISTED = 30; // so many puzzles are listed

/** How hard puzzles are: it changes daily. */
export const STRENGTHS = ["easy", "medium", "hard"];

/** The days of the last LISTED that have a puzzle of a strength here, from today back.
    @param {string} strength */
export const days = (strength) =>
  range(Math.max(1, numberOf(today()) - LISTED + 1), numberOf(today()))
    .filter((number) => STRENGTHS[(number - 1) % STRENGTHS.length] === strength)
    .map(dayOf)
    .reverse();

/** The puzzle on the board, if it is one for newcomers. */
export const introduction = () => INTRODUCTION[state.game.puzzle];

/** Whether a person has solved nothing here. The first lesson then comes first. */
export const isNew = () => Object.values(stored()).every(({ end }) => end !== "solved");

/** What to do, before the first move. */
export function task() {
  const { puzzle, next } = state.game;
  if (!puzzle) return `Make a line add up to ${TARGET}`;
  if (introduction()) return `${next ? `First, how to play. ` : ""}${introduction().task}`;
  const value = valueAt(0);
  const aim = value ? `: win ${soon(value)}` : "";
  const number = tryNumber();
  return `Puzzle ${numberOf(puzzle)}${aim}${number > 1 ? `, try ${number}` : ""}`;
}

/** What to say of a person's move in a puzzle once the computer has answered it. */
export const praise = () =>
  state.game.puzzle && state.ply > 1 && judgementOf(state.ply - 2)?.wrong === "" ? "Right. " : "";

/** Whether the board shows the end of a day's puzzle that is solved. */
export const isSolved = () =>
  numberOf(state.game.puzzle) > 0 && isLast() && progress().end === "solved";

/** Whether today's puzzle is still to solve while another one is on the board. */
export const isTodayOpen = () =>
  !["", today()].includes(state.game.puzzle) && numberOf(today()) > 0 && !progressOf(today()).end;

/** How a puzzle has gone so far. @param {string} puzzle @returns {Progress} */
export function progressOf(puzzle) {
  return { wrong: [], hints: {}, end: "", moves: "", ...stored()[puzzle] };
}

/** How the puzzle on the board has gone so far. */
export const progress = () => progressOf(state.game.puzzle);

/** Which try at it is the next, or was the right one. */
export const tryNumber = () => progress().wrong.length + 1;

/** Record that the puzzle on the board was opened, a wrong try, a hint, or the end. What came first
    counts. @param {{ wrong?: string, hint?: number, end?: Progress["end"] }} news */
export function record({ wrong, hint, end = "" }) {
  const before = progress();
  if (before.end) return;
  if (wrong && !before.wrong.includes(wrong)) before.wrong.push(wrong);
  const here = codesOf(state.game.actions);
  if (hint) before.hints[here] = hint;
  const moves = end === "shown" ? "" : here;
  store({ ...stored(), [state.game.puzzle]: { opened: today(), ...before, end, moves } });
}

/** Whether a puzzle was opened on its day or before, and solved. @param {string} day */
export function isInTime(day) {
  const { end, opened = day } = progressOf(day);
  return end === "solved" && opened <= day;
}

/** How many days in a row were solved until today, or until yesterday. */
export function streak() {
  let day = isInTime(today()) ? today() : later(today(), -1);
  let days = 0;
  for (; isInTime(day); day = later(day, -1)) days++;
  return days;
}

/** How many hints were given on the position on the board. Results count them. */
export const given = () => progress().hints[codesOf(state.game.actions)] ?? 0;

/** The last of them. */
export const hint = () => hints()[given() - 1];

/** The hints on it: the cells to look at, and in words. None before the best move is known.
    @returns {{ cells: Cell[], words: string }[]} */
export function hints() {
  const [action] = valuesOf(currentSetup())?.best ?? [];
  if (!action || obstacle()) return [];
  const [col, row] = action;
  const { cells, name } = closest(currentSetup(), action);
  const line = { cells, words: `Look at ${name}.` };
  return [line, { cells: [[col, row]], words: `The cell is (${col},${row}).` }];
}

/** The line through its cell that an action brings closest, or else one that it stops, as in the
    terminal. @param {Setup} setup @param {Action} action */
export function closest(setup, action) {
  const [lines, then] = [setup, after(setup, action)].map(linesOf);
  const ranks = lines.map(({ cells, dead, holes }, at) => {
    if (!cells.some(([col, row]) => col === action[0] && row === action[1])) return Infinity;
    const isThreat = then[at].threat && (then[at].needs % 2 === 1) === setup.odd;
    return 10 * [then[at].won, isThreat, !then[at].dead, !dead, true].indexOf(true) + holes;
  });
  return lines[ranks.indexOf(Math.min(...ranks))];
}

/** The text to send: a link, after a puzzle with its result as the terminal has it. That gives no
    puzzle away. */
export function sharedText() {
  const { game, ply, showsValues } = state;
  const link = location.href.replace(/#.*/, "") + linkOf(game, ply, showsValues);
  return isSolved() ? `${result()}\n${link}` : link;
}

/** @type {Record<string, string>} */
const SQUARES = { tied: "🟨", "too late": "🟦" };

/** A square for each try at a puzzle, then the same in words, with how many hints were given. The
    first version kept only the moves of wrong tries.
    @param {Pick<Progress, "wrong" | "hints">} progress */
export function told(progress) {
  const wrong = progress.wrong.map((it) => (it.includes(": ") ? it.split(": ")[0] : "wrong"));
  const hints = Object.values(progress.hints).reduce((sum, steps) => sum + steps, 0);
  const squares = wrong.map((it) => SQUARES[it] ?? "🟥");
  const words = [...new Set(wrong)].map(
    (it) => `${wrong.filter((its) => its === it).length} ${it}`,
  );
  const how = wrong.length ? `${words.join(", ")}, then right` : "right at the first try";
  const help = hints ? `, ${hints} ${hints === 1 ? "hint" : "hints"}` : "";
  return `${squares.join("")}🟩 ${how}${help}`;
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
