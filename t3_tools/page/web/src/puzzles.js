/* Daily puzzles, and how they went. Their positions are drawn when the page is built. */

import { notationOf } from "./rules.js";
import { stored, store } from "./storage.js";

/** @typedef {{ wrong: string[], end: "" | "solved" | "shown" }} Result */

const DAY = 24 * 60 * 60 * 1000;
const FIRST = "2026-01-01"; // the day of puzzle 1
const KEPT = 400; // results

export const today = () => new Date().toLocaleDateString("sv"); // as in Sweden: 2026-11-25

/** The number of a day's puzzle. @param {string} day */
export const numberOf = (day) => (Date.parse(day) - Date.parse(FIRST)) / DAY + 1;

/** The link to a day's puzzle. After the last one, they start over.
    @param {string} day */
export function puzzleLink(day) {
  const table = String(document.getElementById("puzzles")?.textContent);
  const [first, ...puzzles] = table.trim().split(/\s+/);
  const at = numberOf(day) - numberOf(first);
  const [, turn, cells] =
    /(.)(.+)/.exec(puzzles[((at % puzzles.length) + puzzles.length) % puzzles.length]) ?? [];
  const side = turn === "o" ? "odds" : "evens";
  const size = Math.sqrt(cells.length);
  const rows = cells.match(RegExp(`.{${size}}`, "g"))?.join("/");
  return `#${rows}-${side}&play=${side}&puzzle=${day}`;
}

/** @param {Game} game */
const nameOf = ({ puzzle, start }) => (puzzle === "sent" ? notationOf(start) : puzzle);

/** How puzzles have gone so far on this device, in the order of the first tries. */
const results = () => stored("puzzles", /** @type {Record<string, Result>} */ ({}));

/** @param {Game} game @returns {Result} */
export const resultOf = (game) => results()[nameOf(game)] ?? { wrong: [], end: "" };

/** Note a wrong try, or the end. What came first counts.
    @param {Game} game @param {Partial<{ wrong: string, end: Result["end"] }>} news */
export function note(game, { wrong = "", end = "" }) {
  const result = resultOf(game);
  if (result.end) return;
  if (wrong && !result.wrong.includes(wrong)) result.wrong.push(wrong);
  const all = { ...results(), [nameOf(game)]: { ...result, end } };
  store("puzzles", Object.fromEntries(Object.entries(all).slice(-KEPT)));
}

/** How a solved puzzle went.
    @param {Game} game */
export function tries(game) {
  const { length } = resultOf(game).wrong;
  return length ? `${length + 1} tries` : "1 try";
}

/** A result to send, as the terminal has it. It gives nothing away.
    @param {Game} game */
export function resultText(game) {
  const { puzzle } = game;
  if (puzzle === "sent") return `T3 puzzle · ${tries(game)}`;
  const days = puzzle === today() ? streak() : 0;
  return `T3 ${numberOf(puzzle)} · ${tries(game)}${days ? ` · streak ${days}` : ""}`;
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
export function lastTries() {
  const solved = Object.entries(results()).filter(
    ([day, { end }]) => end === "solved" && day.includes("-"),
  );
  const tries = solved.toSorted().map(([, { wrong }]) => wrong.length + 1);
  return tries.slice(-5).join(", ");
}
