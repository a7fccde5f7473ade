/* The moves of the game: what each gave away, and who was winning. */

import { html, nothing } from "lit-html";
import { playFrom, stepTo } from "./play.js";
import { isPersons, nameOf } from "./players.js";
import { isOver, isWon, positionAt, range } from "./rules.js";
import { inLine, lastPosition, state } from "./state.js";
import { showLine } from "./think.js";
import { judgementOf, valueAt } from "./values.js";
import { actionText, andList } from "./words.js";

export function review() {
  const { game, ply, lineStart } = state;
  const first = Math.max(0, lineStart);
  return html`<h2>${inLine() ? "Best play" : "Moves"}</h2>
    ${curve()}
    <ol start=${first}>
      ${range(first, game.actions.length).map(
        (it) => html`<li>
          <button class="action" aria-current=${it === ply ? "step" : "false"} @click=${() => stepTo(it)}>
            ${it > first ? moveText(it - 1) : "Start"}
          </button>
          ${it > first ? mistake(it - 1) : nothing}
        </li>`,
      )}
    </ol>`;
}

/** Who played what after `ply` actions.
    @param {number} ply */
export function moveText(ply) {
  const { game } = state;
  return `${nameOf(game, positionAt(game, ply).odd)}: ${actionText(game.actions[ply])}`;
}

/** Whether the page may say what the game was worth. */
const isOpen = () => !inLine() && ((state.values && !state.game.puzzle) || isOver(lastPosition()));

/** What the action after `ply` actions gave away, and a better one; empty if it gave nothing away.
    @param {number} ply */
export function mistakeText(ply) {
  const judgement = judgementOf(ply);
  return judgement?.lost && isOpen() ? `threw away ${judgement.lost}: ${judgement.better}` : "";
}

/** @param {number} ply */
function mistake(ply) {
  const { game } = state;
  if (!mistakeText(ply)) return nothing;
  const retry = () => {
    playFrom(ply);
    document.querySelector(".play")?.scrollIntoView({ block: "nearest" });
  };
  const isOwn = isPersons(game, positionAt(game, ply).odd);
  return html`<div class="mistake">
    ✗ ${mistakeText(ply)}
    <button @click=${() => showLine(ply)}>Best play</button>
    ${isOwn ? html`<button @click=${retry}>Try again</button>` : nothing}
  </div>`;
}

/** Who threw away what in a finished game, in sentences. */
export function summary() {
  const { game } = state;
  const plies = [...game.actions.keys()];
  if (!isOver(lastPosition())) return "";
  if (state.note && !plies.every(judgementOf)) return "Looking for mistakes…";
  return [game.start.odd, !game.start.odd]
    .map((odd) => {
      const name = nameOf(game, odd);
      const own = plies.filter((ply) => positionAt(game, ply).odd === odd);
      const mistakes = ["a win", "a tie"].flatMap((lost) => {
        const moves = own
          .filter((ply) => judgementOf(ply)?.lost === lost)
          .map((ply) => `${ply + 1}`);
        return moves.length
          ? `${lost} with move${moves[1] ? "s" : ""} ${andList.format(moves)}`
          : [];
      });
      if (mistakes.length) return `${name} threw away ${mistakes.join(" and ")}.`;
      if (!own.every(judgementOf))
        return `${name === "You" ? "No mistake of yours" : `No mistake of ${name.toLowerCase()}`} was found in the time allowed.`;
      if (isWon(lastPosition()) && lastPosition().odd === odd)
        return `${name} threw nothing away: the position was lost from the start.`;
      return own.length ? `${name} threw nothing away.` : "";
    })
    .join(" ");
}

/** Who was winning: above the middle the person or odds; the sooner, the farther from it. */
function curve() {
  const { game, ply } = state;
  const end = game.actions.length;
  if (!end || !isOpen()) return html`<svg id="curve" aria-hidden="true"></svg>`;
  const x = (/** @type {number} */ it) => (it / end) * 100;
  const points = range(0, end).flatMap((it) => {
    const value = valueAt(it);
    if (!value) return [];
    const isUpper = positionAt(game, it).odd === (game.play !== "evens");
    const utility = isUpper ? value.utility : -value.utility;
    return [`${x(it)},${20 - utility * (18 - Math.min(value.distance ?? 0, 12))}`];
  });
  return html`<svg id="curve" aria-hidden="true" viewBox="0 0 100 40" preserveAspectRatio="none">
    <line x1="0" y1="20" x2="100" y2="20"></line>
    <polyline points=${points.join(" ")}></polyline>
    <line class="here" x1=${x(ply)} y1="0" x2=${x(ply)} y2="40"></line>
  </svg>`;
}
