/* Puzzles of the day and of friends: what they ask for, and how they went. Those of the day are
   drawn when the page is built. */

import { notationOf } from "./rules.js";
import { isLast, state } from "./state.js";
import { stored, store } from "./storage.js";
import { judgementOf, valueAt } from "./values.js";
import { soon } from "./words.js";

/** @typedef {{ wrong: string[], end: "" | "solved" | "shown" }} Result */

const DAY = 24 * 60 * 60 * 1000;
const FIRST = "2026-01-01"; // the day of puzzle 1

export const today = () => new Date().toLocaleDateString("sv"); // as in Sweden: 2026-11-25

/** The number of a day's puzzle. @param {string} day */
export const numberOf = (day) => (Date.parse(day) - Date.parse(FIRST)) / DAY + 1;

/** The link to a day's puzzle. After the last one, they start over. @param {string} day */
export function puzzleLink(day) {
  const table = String(document.getElementById("puzzles")?.textContent);
  const [first, ...puzzles] = table.trim().split(/\s+/);
  const puzzle = String(puzzles.at((numberOf(day) - numberOf(first)) % puzzles.length));
  return `#${puzzle}&play=${puzzle.split("-")[1]}&puzzle=${day}`;
}

/** What the puzzle on the board asks for. */
export function task() {
  const { puzzle } = state.game;
  if (puzzle === "sent") return `A friend sent you a puzzle${claim()}`;
  const date = new Date(puzzle).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `Puzzle ${numberOf(puzzle)}${puzzle === today() ? "" : ` of ${date}`}${claim()}`;
}

/** The same, by the values of its position. */
function claim() {
  const value = valueAt(0);
  if (!value) return "";
  if (value.utility === 0) return ": don't lose";
  if (value.utility < 0) return ": you lose against best play, so last as long as you can";
  return `: you can win ${soon(value)}`;
}

/** What to say of a person's move in a puzzle once the computer has answered it. */
export const praise = () =>
  state.game.puzzle && state.ply > 1 && judgementOf(state.ply - 2)?.lost === "" ? "Right. " : "";

/** Whether the puzzle on the board is solved. */
export const isSolved = () => state.game.puzzle !== "" && isLast() && result().end === "solved";

/** What the puzzle on the board is called: by its day, or one from a friend by its position. */
const key = () => (state.game.puzzle === "sent" ? notationOf(state.game.start) : state.game.puzzle);

/** How puzzles have gone so far on this device, in the order of the first tries. */
const results = () => stored("puzzles", /** @type {Record<string, Result>} */ ({}));

/** How the puzzle on the board has gone. @returns {Result} */
export const result = () => results()[key()] ?? { wrong: [], end: "" };

/** Note a wrong try, or the end. What came first counts.
    @param {{ wrong?: string, end?: Result["end"] }} news */
export function note({ wrong, end = "" }) {
  const before = result();
  if (before.end) return;
  if (wrong && !before.wrong.includes(wrong)) before.wrong.push(wrong);
  store("puzzles", { ...results(), [key()]: { ...before, end } });
}

/** How a solved puzzle went. */
export function tries() {
  const { length } = result().wrong;
  return length ? `${length + 1} tries` : "1 try";
}

/** A result to send, as the terminal has it. It gives nothing away. */
export function resultText() {
  const { puzzle } = state.game;
  if (puzzle === "sent") return `T3 puzzle · ${tries()}`;
  const days = puzzle === today() ? streak() : 0;
  return `T3 ${numberOf(puzzle)} · ${tries()}${days ? ` · streak ${days}` : ""}`;
}

/** How many days in a row were solved until today. */
export function streak() {
  const day = new Date(today());
  let days = 0;
  while (results()[day.toISOString().slice(0, 10)]?.end === "solved") {
    day.setUTCDate(day.getUTCDate() - 1);
    days++;
  }
  return days;
}

/** The tries of the last puzzles that were solved. */
export const lastTries = () =>
  Object.values(results())
    .filter(({ end }) => end === "solved")
    .slice(-5)
    .map(({ wrong }) => wrong.length + 1)
    .join(", ");
