/* What the page does by itself once a position is on the board: the computer's action, values,
   and mistakes. The next position drops all of it. */

import { at, read, textOf } from "./address.js";
import { ask } from "./engine.js";
import { keep, play, show } from "./play.js";
import { isOver, notationOf } from "./rules.js";
import { isLast, shown, state, update } from "./state.js";
import { isComputers, isPersons } from "./words.js";

/** @typedef {import("./address.js").Game} Game */

const THINKING = 5; // seconds for the computer's action
const LIMITS = [0.3, 1.5, 6, 25]; // seconds for values: each next attempt has more
const LOOKING = 20; // seconds to find a line of best play
const PAUSE = 400; // milliseconds at least before the computer plays, to see the last action

let thinking = new AbortController();

/** @param {Game} game @param {number} ply */
const textAt = (game, ply) => textOf({ ...game, actions: game.actions.slice(0, ply) });

/** @param {import("./rules.js").Position} position */
export const keyOf = (position) => `${notationOf(position)} ${position.target} ${position.largest}`;

/** The judgement of the action after `ply` actions, if it is known.
    @param {number} ply */
export const judgementOf = (ply) => state.judged.get(lineKey(state.game, ply));

/** @param {Game} game @param {number} ply */
const lineKey = (game, ply) => `${keyOf(game.start)} ${game.actions.slice(0, ply + 1).join(" ")}`;

/** Do work until it is done, or the position changes.
    @param {(signal: AbortSignal) => Promise<void>} work */
async function during(work) {
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  try {
    await work(signal);
  } catch (error) {
    if (!signal.aborted) update({ wrong: /** @type {Error} */ (error).message, note: "" });
  }
}

export const think = () =>
  during(async (signal) => {
    const { editing, game, trunk, paused } = state;
    if (editing) return;
    if (isPuzzleMove()) {
      await judge(signal, [state.ply - 1]);
      if (!judgementOf(state.ply - 1)?.right) return update({ note: "" });
    }
    const waits = game.play === "none" && paused;
    if (!trunk && isLast() && !waits && isComputers(game, shown())) return reply(signal);
    if (state.values && !isOver(shown())) await findValues(signal);
    if (!trunk && (state.values || isOver(at(game, game.actions.length))))
      await judge(signal, [...game.actions.keys()]);
  });

/** Whether a person has just played an action of a puzzle. */
export function isPuzzleMove() {
  const { game, ply, trunk } = state;
  return Boolean(game.puzzle && !trunk && ply && isPersons(game, at(game, ply - 1).odd));
}

/** Play the computer's action. @param {AbortSignal} signal */
async function reply(signal) {
  const { game, ply } = state;
  update({ note: "The computer is thinking…" });
  const question = ask("replied", { game: textAt(game, ply), seconds: THINKING }, signal);
  const [{ action, proven }] = await Promise.all([
    question,
    new Promise((end) => setTimeout(end, PAUSE)),
  ]);
  signal.throwIfAborted();
  play(action, "replace", proven ? "" : "Time ran out before this was proven best.");
}

/** Let the computer play one action of a game against itself. */
export const stepOn = () => during(reply);

/** @param {AbortSignal} signal */
async function findValues(signal) {
  const { game, ply, known } = state;
  const key = keyOf(shown());
  for (const seconds of LIMITS) {
    if (known.get(key)?.complete) break;
    update({ note: "Searching…" });
    known.set(key, await ask("values", { game: textAt(game, ply), seconds }, signal));
  }
  const found = known.get(key);
  const open = found?.actions.filter(({ utility }) => utility === null).length;
  update({
    note: open ? `${open} of ${found?.actions.length} values are not proven in the time.` : "",
  });
}

/** Judge the actions after these plies. @param {AbortSignal} signal @param {number[]} plies */
async function judge(signal, plies) {
  const { game, judged } = state;
  for (const seconds of LIMITS.slice(1, 3)) {
    for (const ply of plies) {
      const key = lineKey(game, ply);
      const known = judged.get(key);
      if (known && (known.best.utility !== null || known.seconds >= seconds)) continue;
      update({ note: "Looking for mistakes…" });
      const judgement = await ask("judged", { game: textAt(game, ply + 1), seconds }, signal);
      judged.set(key, { ...judgement, seconds });
    }
  }
  update({ note: "" });
}

/** Show best play from a position of the game. A line is one step of the browser's history.
    @param {number} ply */
export const showLine = (ply) =>
  during(async (signal) => {
    const { game, trunk } = state;
    update({ note: "Looking for best play…", card: false });
    const { actions } = await ask("line", { game: textAt(game, ply), seconds: LOOKING }, signal);
    const branch = trunk ?? { game, ply };
    const line = { ...game, actions: [...game.actions.slice(0, ply), ...actions] };
    if (!actions.length) return update({ note: "Best play was not found in the time." });
    show(line, ply + 1, trunk ? "replace" : "push", { trunk: branch });
  });

/** Open the puzzle of a day. @param {string} day */
export const openPuzzle = (day) =>
  during(async (signal) => {
    update({ note: "The puzzle arrives with Python…" });
    const { position } = await ask("puzzle", { day }, signal);
    const turn = position.endsWith("odds") ? "odds" : "evens";
    const { game } = read(`${position}&play=${turn}&level=perfect&puzzle=${day}`);
    show(game, 0, "push", { values: false });
  });

export function toggleValues() {
  update({ values: !state.values });
  keep("replace");
  think();
}
