/* Above the board: who plays, and the verdict. Under it: the numbers, and the buttons. */

import { numberOf, valuesHere } from "./board.js";
import { brushes, tools } from "./editor.js";
import { start } from "./engine.js";
import { html, nothing } from "./lit-html.js";
import { choose, go, lastAction, lastTurn, leave, obstacle, undo } from "./play.js";
import { isOver, numbersOf, sideOf } from "./rules.js";
import { isLast, shown, state, update } from "./state.js";
import { isPuzzleMove, judgementOf, showLine, stepOn, think, toggleValues } from "./think.js";
import {
  forecast,
  inWords,
  isPersons,
  listed,
  outcome,
  short,
  titled,
  told,
  turn,
} from "./words.js";

/** Who plays which side. */
export function players() {
  const { game } = state;
  const over = isOver(shown());
  const player = (/** @type {boolean} */ odd) => {
    const name = isPersons(game, odd)
      ? isPersons(game, !odd)
        ? ""
        : "you"
      : `computer, ${game.level}`;
    const side = titled(sideOf(odd));
    return html`<span class="player ${!over && shown().odd === odd ? "turn" : ""}">
      <i class="number ${sideOf(odd)}" aria-hidden="true"></i><b>${side}</b>${name ? ` ${name}` : ""}
    </span>`;
  };
  return html`${player(game.start.odd)}${player(!game.start.odd)}`;
}

/** What holds in the position, in one line. */
export function verdict() {
  const { game, ply } = state;
  const position = shown();
  if (state.editing) return "Choose a number, then cells. A second tap clears a cell.";
  if (isOver(position)) return `${lastAction()}${outcome(game, position)}`;
  const judgement = judgementOf(ply - 1);
  if (isPuzzleMove() && judgement && !judgement.right)
    return `${told(game.actions[ply - 1])} ${inWords(judgement.played)}. That's not it.`;
  const values = valuesHere();
  if (values && values.utility !== null)
    return `${forecast(game, position, values)}${best(values)}.`;
  const placing = obstacle() ? "" : `: place ${listed(numbersOf(position.odd, position.largest))}`;
  const puzzle = game.puzzle && !ply ? `${goalOf()} ` : lastAction();
  return `${puzzle}${turn(game, position)}${placing}.`;
}

/** What to find in a puzzle. */
const goalOf = () =>
  state.game.puzzle === "sent"
    ? "A puzzle for you: find the best moves."
    : "Puzzle of the day: one move wins.";

/** The best actions, by cell.
    @param {import("./state.js").Values} values */
function best({ best }) {
  /** @type {Map<string, number[]>} */
  const cells = new Map();
  for (const [col, row, number] of best) {
    const cell = `(${col},${row})`;
    cells.set(cell, [...(cells.get(cell) ?? []), number]);
  }
  const [first, ...others] = [...cells].map(([cell, numbers]) => `${listed(numbers)} on ${cell}`);
  if (!first) return "";
  const more =
    others.length === 1
      ? ` or ${others[0]}`
      : others.length
        ? ` and ${others.length} more cells`
        : "";
  return `. Best: ${first}${more}`;
}

/** What the page is doing, or waiting for. */
export function note() {
  const { python, loaded, size, note } = state;
  if (python === "failed")
    return html`The computer and the values could not be loaded: ${note}
      <button type="button" @click=${start}>Try again</button>`;
  if (python === "ready" || note.startsWith("Looking")) return note;
  const [done, all] = [loaded, size].map((bytes) => (bytes / 1e6).toFixed(1));
  const progress = loaded < size ? `: ${done} of ${all} MB` : "…";
  return size ? `The computer and the values are loading${progress}` : "";
}

/** The numbers to choose from, or what else there is to do. */
export function tray() {
  const { game, paused, trunk } = state;
  const position = shown();
  if (state.editing) return brushes();
  if (isOver(position)) return steps();
  if (isPuzzleMove() && judgementOf(state.ply - 1)?.right === false)
    return html`<button type="button" class="main" @click=${undo}>Try again</button>
      <button type="button" @click=${() => showLine(state.ply - 1)}>Show the solution</button>`;
  if (game.play === "none" && !trunk) return machines(paused);
  const person = trunk || isPersons(game, position.odd) ? position.odd : !position.odd;
  const numbers = numbersOf(person, position.largest);
  return numbers.map((number) => {
    const value =
      state.cell &&
      !obstacle() &&
      valuesHere()?.actions.find(
        ({ action }) => String(action) === String([...(state.cell ?? []), number]),
      );
    const words = value ? (numbers.length > 3 ? short(value) : inWords(value)) : "";
    return html`<button
      type="button"
      class="choice"
      aria-pressed=${number === state.number}
      aria-disabled=${Boolean(obstacle())}
      data-number=${number}
      @click=${() => (number === state.number ? update({ number: null }) : choose({ number }))}
    >
      <span class="unseen">${number}${value ? `: ${inWords(value)}` : ""}</span>
      ${numberOf(number)}${words ? html`<small aria-hidden="true" data-value=${value ? short(value)[0] : ""}>${words}</small>` : nothing}
    </button>`;
  });
}

/** @param {boolean} paused */
function machines(paused) {
  const toggle = () => {
    update({ paused: !paused });
    think();
  };
  const next = () => (isLast() ? (update({ paused: true }), stepOn()) : go(state.ply + 1));
  return html`<button type="button" class="main" @click=${toggle}>${paused ? "Go on" : "Pause"}</button>
    <button type="button" @click=${next}>Step</button>`;
}

/** The buttons that step through the game. */
export function steps() {
  const { ply, game, trunk } = state;
  const [first, last] = [trunk?.ply ?? 0, game.actions.length];
  const step = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ to) =>
    html`<button type="button" class="step" aria-label=${name} title=${name}
      aria-disabled=${to < first || to > last || to === ply} @click=${() => go(to)}>${sign}</button>`;
  return html`${step("First", "«", first)}${step("Back", "‹", ply - 1)}
  ${step("Forward", "›", ply + 1)}${step("Last", "»", last)}`;
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { game, values, trunk, ply, python } = state;
  if (state.editing) return tools();
  const over = isOver(shown());
  const back = html`<button type="button" id="undo" aria-disabled=${lastTurn() < 0} @click=${undo}>Undo</button>`;
  if (game.puzzle && !trunk && !over) return back;
  const line = trunk ? leave : () => showLine(ply);
  return html`${back}
    <button type="button" id="values" aria-pressed=${values} @click=${toggleValues}>Values</button>
    <button type="button" id="line" aria-disabled=${!trunk && (over || python === "failed")}
      @click=${trunk || !over ? line : undefined}>${trunk ? "Back to the game" : "Best play"}</button>
    <p class="legend">${values ? "W3 wins in 3 moves, L2 loses in 2 (the winner’s moves count), T ties." : ""}</p>`;
}
