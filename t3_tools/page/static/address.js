/* Games as text: as a link, and as a saved game, which the terminal reads as well. */

import { after, isLegal, isOver, notationOf } from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Action} Action */
/** @typedef {{ start: Position, actions: Action[], play: string, level: string, seed: number,
                puzzle: string }} Game
    `play`: the sides that people play. `puzzle`: the day of a puzzle, or "sent", or "". */

/** The last one, T3Player itself, is for saved games alone. */
export const LEVELS = ["easy", "medium", "hard", "perfect", "course"];
const PEOPLE = ["odds", "evens", "both", "none"];
const [SMALLEST, LARGEST] = [3, 8];

/** The position after the first `ply` actions.
    @param {Game} game @param {number} ply */
export const at = (game, ply) => game.actions.slice(0, ply).reduce(after, game.start);

export const newSeed = () => Math.floor(Math.random() * 1e9);

/** The end of a link to a position, with the actions that led to it and the opponent.
    @param {Game} game @param {number} ply @param {boolean} values */
export function linkOf({ start, actions, play, level, puzzle }, ply, values) {
  const parts = [notationOf(start).replace(" ", "-")];
  if (start.target !== 13 || start.largest !== 6)
    parts.push(`target=${start.target}`, `max-move=${start.largest}`);
  if (ply)
    parts.push(
      `moves=${actions
        .slice(0, ply)
        .map((it) => it.join(""))
        .join("-")}`,
    );
  if (play !== "both") parts.push(`play=${play}`, `level=${level}`);
  if (puzzle) parts.push(`puzzle=${puzzle}`);
  if (values) parts.push("show=values");
  return `#${parts.join("&")}`;
}

/** A game as t3_play/saved_games.py writes it.
    @param {Game} game */
export function textOf({ start, actions, play, level, seed }) {
  const { target, largest } = start;
  const rules = target === 13 && largest === 6 ? [] : [`target: ${target}`, `max-move: ${largest}`];
  const settings = [`play: ${play}`, `level: ${level}`, `seed: ${seed}`, ...rules];
  const moves = actions.map(([col, row, number]) => `(${col},${row}) = ${number}`);
  return ["Tic-Tac-Total", ...settings, `start: ${notationOf(start)}`, ...moves, ""].join("\n");
}

/** The game that a link, a position or a saved game describes, and what was left out of it.
    Throws an Error if there is no position.
    @param {string} text
    @returns {{ game: Game, values: boolean, ignored: string[] }} */
export function read(text) {
  const settings = new Map(partsOf(text));
  const take = (/** @type {string} */ name) => {
    const value = settings.get(name);
    settings.delete(name);
    return value;
  };
  /** @type {string[]} */
  const ignored = [];
  /** @template T
      @param {string} name @param {T} usual @param {(value: string) => T | undefined} parse */
  const setting = (name, usual, parse) => {
    const value = take(name);
    const parsed = value === undefined ? usual : parse(value);
    if (parsed === undefined) ignored.push(`${name}=${value}`);
    return parsed ?? usual;
  };
  const oneOf = (/** @type {string[]} */ names) => (/** @type {string} */ it) =>
    names.includes(it) ? it : undefined;
  const wholeTo =
    (/** @type {number} */ most, least = 1) =>
    (/** @type {string} */ it) =>
      /^\d{1,9}$/.test(it) && +it >= least && +it <= most ? +it : undefined;
  const target = setting("target", 13, wholeTo(99));
  const largest = setting("max-move", 6, wholeTo(19, 2));
  const start = positionOf(take("start") ?? "", target, largest);
  const moves = take("moves")?.split("-").filter(Boolean) ?? [];
  /** @type {Game} */
  const game = {
    start,
    actions: [],
    play: setting("play", "both", oneOf(PEOPLE)),
    level: setting("level", "perfect", oneOf(LEVELS)),
    seed: setting("seed", newSeed(), wholeTo(1e9 - 1, 0)),
    puzzle: setting("puzzle", "", (it) => (/^(sent|\d{4}-\d\d-\d\d)$/.test(it) ? it : undefined)),
  };
  for (let position = start; moves.length;) {
    const [, col, row, number] = /^(\d)(\d)(\d{1,2})$/.exec(moves[0]) ?? [];
    /** @type {Action} */
    const action = [+col, +row, +number];
    if (isOver(position) || !isLegal(position, action)) break;
    game.actions.push(action);
    position = after(position, action);
    moves.shift();
  }
  if (moves.length) ignored.push(`moves=${moves.join("-")}`);
  const values = (take("show") ?? "").split(",").includes("values");
  ignored.push(...[...settings].map(([name, value]) => (value ? `${name}=${value}` : name)));
  return { game, values, ignored };
}

/** The names and values in a text.
    @param {string} text @returns {[string, string][]} */
function partsOf(text) {
  const plain = unescaped(text).trim();
  const [title, ...lines] = plain.split("\n").map((line) => line.replace(/#.*/, "").trim());
  if (title === "Tic-Tac-Total") {
    const moves = lines
      .filter((line) => line.startsWith("("))
      .map((it) => it.match(/\d+/g)?.join(""));
    const settings = lines.filter((line) => line.includes(":")).map((line) => line.split(/: */, 2));
    return /** @type {[string, string][]} */ ([...settings, ["moves", moves.join("-")]]);
  }
  // Messengers take a full stop or a bracket after a link for a part of it.
  const [position, ...others] = plain
    .slice(plain.lastIndexOf("#") + 1)
    .split("&")
    .map((part) => part.replace(/[^\w/]+$/, ""));
  return [["start", position], ...others.map((it) => splitAt(it, "="))];
}

/** @param {string} text @param {string} separator @returns {[string, string]} */
function splitAt(text, separator) {
  const [name, ...value] = text.split(separator);
  return [name, value.join(separator)];
}

/** @param {string} text */
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} text @param {number} target @param {number} largest @returns {Position} */
function positionOf(text, target, largest) {
  const [, rows, turn] = /^([\d,/]+)[ -]+(odds|evens)$/.exec(text) ?? [];
  if (!rows) throw new Error(`“${text}” is not a position, such as 210/050/000-evens.`);
  const board = rows.split("/").map((row) => row.split(row.includes(",") ? "," : "").map(Number));
  if (board.some((row) => row.length !== board.length))
    throw new Error(`The board ${rows} is not square.`);
  if (board.length < SMALLEST || board.length > LARGEST)
    throw new Error(
      `The page shows boards of ${SMALLEST} to ${LARGEST} rows, not ${board.length}.`,
    );
  const wrong = board.flat().find((number) => number > largest);
  if (wrong) throw new Error(`${wrong} is larger than ${largest}, the largest number.`);
  return { board, odd: turn === "odds", target, largest };
}
