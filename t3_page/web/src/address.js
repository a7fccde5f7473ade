/* Games as links. */

import { dayOf, numberOf } from "./days.js";
import { isLegal, LARGEST, notationOf, setupAt } from "./rules.js";

/** The computer's levels, weakest first. */
export const LEVELS = ["easy", "medium", "hard", "perfect"];

/** What a link can say besides the position, and what it means if it says nothing.
    @type {Record<string, string>} */
const UNSAID = { moves: "", play: "both", level: "perfect", puzzle: "", show: "" };

/** @type {Record<string, RegExp>} */
const PATTERNS = {
  moves: /^\d{3}(-\d{3})*$/,
  play: /^(odds|evens|both)$/,
  level: new RegExp(`^(${LEVELS.join("|")})$`),
  puzzle: /^(first|second|\d{4}-\d\d-\d\d)$/,
  show: /^values$/,
};

const POSITION = new RegExp(`^([0-${LARGEST}/]+)[ -]+(odds|evens)$`);

/** @param {Setup} setup */
export const codeOf = (setup) => notationOf(setup).replace(" ", "-");

/** A seed for the computer's moves. Puzzles have 0, with which perfect always replies the same.
    @param {string} puzzle */
export const newSeed = (puzzle) => (puzzle ? 0 : Math.floor(Math.random() * 1e9));

/** The end of a link to a position, with the moves that led to it and the opponent; of a link to
    a puzzle, its number.
    @param {Game} game @param {number} ply @param {boolean} showsValues */
export function linkOf({ start, actions, play, level, puzzle }, ply, showsValues) {
  if (numberOf(puzzle)) return `#${numberOf(puzzle)}`;
  const codes = actions.slice(0, puzzle ? 0 : ply).map((action) => action.join(""));
  const show = showsValues ? "values" : "";
  const settings = Object.entries({ moves: codes.join("-"), play, level, puzzle, show });
  const said = settings.filter(([name, value]) => value !== UNSAID[name]);
  return `#${[codeOf(start), ...said.map((setting) => setting.join("="))].join("&")}`;
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
  const settings = { ...UNSAID };
  const ignored = [];
  for (const part of parts) {
    const [name, value] = part.split("=");
    if (PATTERNS[name]?.test?.(value)) settings[name] = value;
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
  const game = { start, actions, play, level, seed: newSeed(puzzle), puzzle, helped: false };
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
  return { board, odd: turn === "odds" };
}
