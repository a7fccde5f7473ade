/* Puzzles: the two for newcomers, and those of the days, which are drawn when the page is built.
   In each the person can win. What they ask for, and how they went. */

import { TARGET } from "./rules.js";
import { isLast, state } from "./state.js";
import { stored, store } from "./storage.js";
import { judgementOf, valueAt } from "./values.js";
import { soon } from "./words.js";

/** How a puzzle went: the wrong tries, how it ended, the day on which it was opened first, and the
    moves so far, as in links.
    @typedef {{ wrong: string[], end: "" | "solved" | "shown", opened: string, moves: string }} Result */

const DAY = 24 * 60 * 60 * 1000;
const FIRST = "2026-01-01"; // the day of puzzle 1

/** What a newcomer solves before the puzzle of the day.
    @type {Record<string, { start: string, task: string, hint: string }>} */
const INTRODUCTION = {
  first: {
    start: "340/000/001-evens",
    task: `Make a line add up to ${TARGET}: tap an empty cell, then a number`,
    hint: "Row 0 has 3 + 4. It needs 6 more: that is the bold +6 beside it.",
  },
  second: {
    start: "001/002/300-evens",
    task: "Win in 2 moves. After your first one, the computer moves",
    hint: "Make two lines that need one number each: the computer can stop only one.",
  },
};

export const today = () => new Date().toLocaleDateString("sv"); // as in Sweden: 2026-11-25

/** A number of days later. @param {string} day @param {number} days */
export const later = (day, days) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The number of a day's puzzle. @param {string} day */
export const numberOf = (day) => (Date.parse(day) - Date.parse(FIRST)) / DAY + 1;

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} options */
export const dateText = (day, options = { day: "numeric", month: "long", year: "numeric" }) =>
  new Date(day).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });

/** The first day of the table, and the starts of its puzzles as in links. */
const table = () => String(document.getElementById("table")?.textContent).trim().split(/\s+/);

/** The start of a puzzle as in links, or nothing. After the last day they start over.
    @param {string} puzzle @returns {string | undefined} */
export function startOf(puzzle) {
  const [first, ...starts] = table();
  return (
    INTRODUCTION[puzzle]?.start ?? starts[(numberOf(puzzle) - numberOf(first)) % starts.length]
  );
}

/** The link to a puzzle, with the moves so far. @param {string} puzzle */
export function puzzleLink(puzzle) {
  const start = startOf(puzzle);
  if (!start) throw new Error(`There is no puzzle of ${dateText(puzzle)} on this page.`);
  const { moves } = resultOf(puzzle);
  return `#${start}&play=${start.split("-")[1]}&puzzle=${puzzle}${moves && `&moves=${moves}`}`;
}

/** The days that have a puzzle here, from today back. */
export function days() {
  const count = numberOf(today()) - numberOf(table()[0]) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => later(today(), -at));
}

/** The puzzle on the board, if it is one for newcomers. */
export const introduction = () => INTRODUCTION[state.game.puzzle];

/** The puzzle with which a visit begins. */
export const firstPuzzle = () => (stored("games", 0) ? today() : "first");

/** What to do, before the first move. */
export function task() {
  const { puzzle } = state.game;
  const goal = `Make a line add up to ${TARGET}`;
  if (!puzzle) return goal;
  if (introduction()) return introduction().task;
  const toNewcomers = stored("games", 0) ? "" : `${goal}. `;
  const value = valueAt(0);
  const aim = value ? `: win ${soon(value)}` : "";
  const { length } = result().wrong;
  return `${toNewcomers}Puzzle ${numberOf(puzzle)}${aim}${length ? `, try ${length + 1}` : ""}`;
}

/** What to say of a person's move in a puzzle once the computer has answered it. */
export const praise = () =>
  state.game.puzzle && state.ply > 1 && judgementOf(state.ply - 2)?.lost === "" ? "Right. " : "";

export const isSolved = () => state.game.puzzle !== "" && isLast() && result().end === "solved";

/** How puzzles have gone so far on this device. What is damaged is left out. */
function results() {
  /** @type {Record<string, Result>} */
  const found = {};
  for (const [puzzle, result] of Object.entries(Object(stored("puzzles", {})))) {
    const { wrong, end, opened = puzzle, moves = "" } = Object(result);
    const isTexts =
      Array.isArray(wrong) && [...wrong, opened, moves].every((it) => typeof it === "string");
    if (isTexts && ["", "solved", "shown"].includes(end))
      found[puzzle] = { wrong, end, opened, moves };
  }
  return found;
}

/** How a puzzle has gone so far. @param {string} puzzle @returns {Result} */
export const resultOf = (puzzle) =>
  results()[puzzle] ?? { wrong: [], end: "", opened: today(), moves: "" };

/** How the puzzle on the board has gone so far. */
export const result = () => resultOf(state.game.puzzle);

/** Note that the puzzle on the board was opened, a wrong try, or the end. What came first counts.
    @param {{ wrong?: string, end?: Result["end"] }} news */
export function note({ wrong, end = "" }) {
  const before = result();
  if (before.end) return;
  if (wrong && !before.wrong.includes(wrong)) before.wrong.push(wrong);
  const moves = end === "shown" ? "" : state.game.actions.map((it) => it.join("")).join("-");
  store("puzzles", { ...results(), [state.game.puzzle]: { ...before, end, moves } });
}

/** Whether today's puzzle is another one than that on the board, and still to solve. */
export const isTodaysOpen = () => state.game.puzzle !== today() && !resultOf(today()).end;

/** How a solved puzzle went. */
export function tries() {
  const { length } = result().wrong;
  return length ? `${length + 1} tries` : "1 try";
}

/** Whether a puzzle was opened on its day or before, and solved. @param {string} day */
export function isInTime(day) {
  const { end, opened } = resultOf(day);
  return end === "solved" && opened <= day;
}

/** How many days in a row were solved until today, or until yesterday. */
export function streak() {
  let day = isInTime(today()) ? today() : later(today(), -1);
  let days = 0;
  for (; isInTime(day); day = later(day, -1)) days++;
  return days;
}

/** How many puzzles were played and solved until today, and how many took 1, 2, … tries; the last
    count is of more, too. */
export function statistics() {
  const played = Object.entries(results())
    .filter(([day, { wrong, end }]) => day <= today() && (end || wrong.length))
    .map(([, it]) => it);
  const solved = played.filter(({ end }) => end === "solved");
  const tries = [0, 0, 0, 0, 0, 0];
  for (const { wrong } of solved) tries[Math.min(wrong.length, 5)]++;
  return { played: played.length, solved: solved.length, tries };
}

/** How long it is until the next puzzle. */
export function untilNext() {
  const minutes = Math.ceil((new Date().setHours(24, 0, 0, 0) - Date.now()) / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
