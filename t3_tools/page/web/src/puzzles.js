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

/** How a puzzle has gone so far on this device.
    @param {Game} game @returns {Result} */
export const resultOf = (game) =>
  stored("puzzles", /** @type {Record<string, Result>} */ ({}))[nameOf(game)] ?? {
    wrong: [],
    end: "",
  };

/** Note a wrong try, or the end. What came first counts.
    @param {Game} game @param {Partial<{ wrong: string, end: Result["end"] }>} news */
export function note(game, { wrong = "", end = "" }) {
  const result = resultOf(game);
  if (result.end) return;
  if (wrong && !result.wrong.includes(wrong)) result.wrong.push(wrong);
  const results = { ...stored("puzzles", {}), [nameOf(game)]: { ...result, end } };
  store("puzzles", Object.fromEntries(Object.entries(results).slice(-KEPT)));
}

/** How a solved puzzle went, such as `first try`.
    @param {Game} game */
export function tries(game) {
  const { length } = resultOf(game).wrong;
  return length ? `${length + 1} tries` : "first try";
}

/** A result to send, which gives nothing away.
    @param {Game} game */
export const resultText = (game) =>
  `T3 ${game.puzzle === "sent" ? "puzzle" : numberOf(game.puzzle)} · ${tries(game)}`;

/** How many days in a row were solved until a day, and the tries on the last five.
    @param {string} day */
export function streak(day) {
  const results = stored("puzzles", /** @type {Record<string, Result>} */ ({}));
  const days = [...Array(KEPT).keys()].map((ago) =>
    new Date(Date.parse(day) - ago * DAY).toISOString().slice(0, 10),
  );
  const missing = days.findIndex((it) => results[it]?.end !== "solved");
  const last = days.slice(0, 5).toReversed();
  const marks = last.map((it) =>
    results[it]?.end === "solved" ? results[it].wrong.length + 1 : "–",
  );
  return { days: missing < 0 ? KEPT : missing, marks: marks.join(" ") };
}
