/* Games as links, and the days of puzzles, whose numbers end theirs. */

import { isLegal, LARGEST, notationOf, setupAt } from "./rules.js";

/** The computer's levels, weakest first. */
export const LEVELS = ["easy", "medium", "hard", "perfect"];

/** What a link can say besides the position: what it means if it says nothing, and its form.
    @type {Record<string, [usual: string, form: RegExp]>} */
const SETTINGS = {
  moves: ["", /^\d{3}(-\d{3})*$/],
  play: ["both", /^(odds|evens|both)$/],
  level: ["perfect", new RegExp(`^(${LEVELS.join("|")})$`)],
  puzzle: ["", /^(first|second|\d{4}-\d\d-\d\d)$/],
  show: ["", /^values$/],
};

const POSITION = new RegExp(`^([0-${LARGEST}/]+)[\\s-]+(odds|evens)$`, "i");

/** A seed for the computer's moves. Puzzles have 0, with which perfect always replies the same.
    @param {string} puzzle */
export const newSeed = (puzzle) => (puzzle ? 0 : Math.floor(Math.random() * 1e9));

/** Actions as in links, such as 115-006. @param {Action[]} actions */
export const codesOf = (actions) => actions.map((action) => action.join("")).join("-");

/** The end of a link to a position, with the moves that led to it and the opponent; of a link to
    a puzzle, or to the lesson before it, its number.
    @param {Game} game @param {number} ply @param {boolean} showsValues */
export function linkOf({ start, actions, play, level, puzzle, next = puzzle }, ply, showsValues) {
  if (numberOf(next)) return `#${numberOf(next)}`;
  const moves = codesOf(actions.slice(0, puzzle ? 0 : ply));
  const show = showsValues ? "values" : "";
  const settings = Object.entries({ moves, play, level, puzzle, show });
  const said = settings.filter(([name, value]) => value !== SETTINGS[name][0]);
  const parts = said.map((setting) => setting.join("="));
  return `#${[notationOf(start).replace(" ", "-"), ...parts].join("&")}`;
}

/** The day of the puzzle that a link numbers, if it does. @param {string} link */
export function dayIn(link) {
  const number = /#(\d{1,5})(&|\W*$)/.exec(decoded(link))?.[1];
  return number ? dayOf(Number(number)) : "";
}

/** The game that a link describes, and the parts of the link that can't be read.
    Throws an Error if there is no position.
    @param {string} link */
export function read(link) {
  // Messengers take a full stop or a bracket after a link for a part of it.
  const [position, ...parts] = decoded(link)
    .replace(/^.*#/, "")
    .split("&")
    .map((part) => part.replace(/[^\w/]+$/, ""));
  const usual = Object.entries(SETTINGS).map(([name, [usual]]) => [name, usual]);
  const settings = /** @type {Record<string, string>} */ (Object.fromEntries(usual));
  const ignored = [];
  for (const part of parts) {
    const [name, value] = part.split("=");
    if (SETTINGS[name]?.[1]?.test(value)) settings[name] = value;
    else ignored.push(part);
  }
  const start = setupOf(position);
  const codes = settings.moves.split("-").filter(Boolean);
  const actions = codes.map((it) => /** @type {Action} */ ([+it[0], +it[1], +it[2]]));
  const wrong = actions.findIndex((it, at) => !isLegal(setupAt({ start, actions }, at), it));
  if (wrong >= 0) {
    ignored.push(`moves=${codes.slice(wrong).join("-")}`);
    actions.length = wrong;
  }
  const { play, level, puzzle, show } = settings;
  const game = { start, actions, play, level, seed: newSeed(puzzle), puzzle };
  return { game, showsValues: show === "values", ignored };
}

/** A text from elsewhere, short enough for a message. @param {string} text */
export const cut = (text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** A text with full-width signs and Arabic digits in ASCII. @param {string} text */
export const inAscii = (text) =>
  text.normalize("NFKC").replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16));

/** @param {string} link */
function decoded(link) {
  try {
    return inAscii(decodeURIComponent(link));
  } catch {
    return link; // a % in it does not stand for a character
  }
}

/** @param {string} text @returns {Setup} */
function setupOf(text) {
  const [, rows, turn] = POSITION.exec(text) ?? ["", "", ""];
  const board = rows.split("/").map((row) => [...row].map(Number));
  const { length: size } = board;
  if (size < 3 || size > 8 || board.some((row) => row.length !== size))
    throw new Error(
      `“${cut(text)}” is not a position: 3 to 8 rows of as many numbers from 0 to ${LARGEST}, and whose turn it is, such as 210/050/000-evens.`,
    );
  return { board, odd: turn.toLowerCase() === "odds" };
}

const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = "2026-01-01"; // the day of puzzle 1

/** A day is a text such as 2026-11-25. */
export const today = () => new Date().toLocaleDateString("sv"); // as in Sweden

/** A number of days later. @param {string} day @param {number} days */
export const later = (day, days) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The number of a day's puzzle, from 1; 0 if the text is no day that has one. @param {string} day */
export function numberOf(day) {
  const number = (Date.parse(day) - Date.parse(FIRST_DAY)) / DAY + 1;
  return number > 0 && dayOf(number) === day ? number : 0;
}

/** The day of a puzzle. @param {number} number */
export const dayOf = (number) => later(FIRST_DAY, number - 1);

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} options */
export const dateText = (day, options = { day: "numeric", month: "long", year: "numeric" }) =>
  new Date(day).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
