/* What a person does: moves, steps through the game, and new games. What the page does by
   itself is in think.js. */

import { at, linkOf, newSeed, read } from "./address.js";
import { after, choices, emptyPosition, isLegal, isOver } from "./rules.js";
import { isLast, page, shown, state, update } from "./state.js";
import { isComputers, isPersons, listed, nameOf, does, told, turn } from "./words.js";

/** @typedef {import("./address.js").Game} Game */
/** @typedef {import("./rules.js").Action} Action */

/** Show a game at a ply. `how`: push or replace the entry of the browser's history, or keep it.
    @param {Game} game @param {number} ply @param {"push" | "replace" | "keep"} how
    @param {Partial<import("./state.js").State>} change */
export function show(game, ply, how = "push", change = {}) {
  const trunk = change.trunk ?? null;
  update({
    game,
    ply,
    cell: null,
    number: null,
    typed: "",
    note: "",
    wrong: "",
    card: false,
    editing: false,
    ...change,
    trunk,
  });
  if (how !== "keep") keep(how);
  page.think();
}

/** Write the state into the browser's history.
    @param {"push" | "replace"} how */
export function keep(how) {
  const { game, ply, trunk, values } = state;
  const link = linkOf(trunk?.game ?? game, trunk?.ply ?? ply, values);
  history[`${how}State`]({ game, ply, trunk, values }, "", link);
}

/** Play an action on the board. Drops what was played beyond.
    @param {Action} action @param {"push" | "replace"} how @param {string} note */
export function play(action, how = "push", note = "") {
  const { game, ply, trunk } = state;
  const actions = [...game.actions.slice(0, ply), action];
  const card = !trunk && isOver(after(shown(), action));
  const focus = isPersons(game, shown().odd)
    ? { focus: /** @type {any} */ (action.slice(0, 2)) }
    : {};
  show({ ...game, actions }, ply + 1, trunk ? "replace" : how, { trunk, note, card, ...focus });
}

/** Why a person can't place a number now; empty if they can. */
export function obstacle() {
  const { game, trunk } = state;
  if (isOver(shown())) return "The game is over.";
  if (trunk || !isComputers(game, shown())) return "";
  return isLast() && game.play !== "none" && !game.puzzle
    ? "The computer is thinking."
    : `It is ${turn(game, shown()).toLowerCase()} here.`;
}

/** Choose a cell or a number. Once both are chosen, the number is placed.
    @param {{ cell?: import("./rules.js").Cell, number?: number }} choice */
export function choose(choice) {
  if (obstacle()) return update({ wrong: obstacle() });
  const { cell, number } = { cell: state.cell, number: state.number, ...choice };
  if (cell && number && isLegal(shown(), [...cell, number])) return play([...cell, number]);
  update({ cell, number, typed: "", wrong: "" });
}

/** Add a digit typed on a cell. As soon as just one number begins with the digits, place it.
    @param {import("./rules.js").Cell} cell @param {string} digit */
export function type(cell, digit) {
  if (obstacle()) return update({ wrong: obstacle() });
  const numbers = choices(shown());
  const typed = state.typed + digit;
  const fitting = numbers.filter((number) => String(number).startsWith(typed));
  if (fitting.length === 1) return choose({ cell, number: fitting[0] });
  const placing = `${does(nameOf(state.game, shown().odd), "place").toLowerCase()} ${listed(numbers)}`;
  if (fitting.length) update({ cell, typed, wrong: "" });
  else update({ typed: "", wrong: `${typed} can't be placed: ${placing}.` });
}

/** Go to a ply of the game.
    @param {number} ply */
export function go(ply) {
  const { game, trunk } = state;
  if (ply < (trunk?.ply ?? 0) || ply > game.actions.length) return;
  show(game, ply, "replace", { trunk, paused: true });
}

/** The ply to which undo goes: a person's last turn before now; -1 if there is none. */
export function lastTurn() {
  const { game, ply, trunk } = state;
  const turns = game.actions.slice(0, ply).map((_, before) => at(game, before));
  return turns.findLastIndex((position, before) =>
    game.play === "none" ? true : isPersons(game, position.odd) && before >= (trunk?.ply ?? 0),
  );
}

export function undo() {
  const { game, trunk } = state;
  if (lastTurn() >= 0) show(game, lastTurn(), trunk ? "replace" : "push", { trunk, paused: true });
}

/** Begin a new game. Without settings, as the one on the board began, on an empty board.
    @param {{ size: number, first: string, target: number, largest: number, play: string,
              level: string }} settings */
export function begin({ size, first, target, largest, play, level }) {
  const start = emptyPosition(size, first === "odds", target, largest);
  const game = { start, actions: [], play, level, seed: newSeed(), puzzle: "" };
  show(game, 0, "push", { focus: [0, 0], paused: false });
}

/** Play the game on the board once more, from its start.
    @param {Partial<Game>} change */
export function again(change = {}) {
  show({ ...state.game, actions: [], seed: newSeed(), ...change }, 0, "push", { paused: false });
}

/** Open a link, a position or a saved game.
    @param {string} text @param {"push" | "keep"} how */
export function open(text, how = "push") {
  try {
    const { game, values, ignored } = read(text);
    const wrong = ignored.length
      ? `Left out, as the page can't read it: ${listed(ignored, "and")}`
      : "";
    show(game, game.actions.length, how, { values, wrong, focus: [0, 0], paused: true });
  } catch (error) {
    update({ wrong: /** @type {Error} */ (error).message });
  }
}

/** Leave a line of best play. It is one step of the browser's history. */
export const leave = () => history.back();

/** Show the game that the browser's history has, or else that in the address. */
export function arrive() {
  const kept = history.state;
  if (kept)
    show(kept.game, kept.ply, "keep", { trunk: kept.trunk, values: kept.values, paused: true });
  else if (location.hash.length > 1) open(location.hash, "keep");
  else show(state.game, state.ply, "replace");
}

/** What the last action was, in words. */
export const lastAction = () => {
  const { game, ply } = state;
  if (!ply) return "";
  return `${nameOf(game, at(game, ply - 1).odd)}: ${told(game.actions[ply - 1])}. `;
};
