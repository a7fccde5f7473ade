/* The moves of the game, and what each gave away. */

import { html, nothing } from "lit-html";
import { playFrom, stepTo } from "./play.js";
import { isOver, isWon, range } from "./rules.js";
import { isPersonsAt, lastPosition, nameOf, positionAfter, state } from "./state.js";
import { judgementOf } from "./values.js";
import { actionText } from "./words.js";

export function review() {
  const { game, ply } = state;
  if (!game.actions.length) return nothing;
  return html`<h2>Moves</h2>
    <ol start="0">
      ${range(0, game.actions.length).map(
        (it) => html`<li>
          <button class="action" aria-current=${it === ply ? "step" : "false"} @click=${() => stepTo(it)}>
            ${it ? moveText(it - 1) : "Start"}
          </button>
          ${it ? mistake(it - 1) : nothing}
        </li>`,
      )}
    </ol>`;
}

/** Who played what after `ply` actions. @param {number} ply */
export const moveText = (ply) =>
  `${nameOf(positionAfter(ply).odd)}: ${actionText(state.game.actions[ply])}`;

/** Whether the page may say what the game was worth. */
const isOpen = () => (state.values && !state.game.puzzle) || isOver(lastPosition());

/** What the action after `ply` actions gave away, and a better one; empty if it gave nothing away.
    @param {number} ply */
export function mistakeText(ply) {
  const judgement = judgementOf(ply);
  return judgement?.lost && isOpen() ? `threw away ${judgement.lost}: ${judgement.better}` : "";
}

/** @param {number} ply */
function mistake(ply) {
  if (!mistakeText(ply)) return nothing;
  const retry = () => {
    playFrom(ply);
    document.querySelector(".play")?.scrollIntoView({ block: "nearest" });
  };
  return html`<div class="mistake">
    ✗ ${mistakeText(ply)}
    ${isPersonsAt(ply) ? html`<button @click=${retry}>Try again</button>` : nothing}
  </div>`;
}

/** Who threw away what in a finished game, in sentences. */
export function summary() {
  const { game } = state;
  const plies = [...game.actions.keys()];
  const sentences = [game.start.odd, !game.start.odd].flatMap((odd) => {
    const mistakes = plies
      .filter((ply) => positionAfter(ply).odd === odd && judgementOf(ply)?.lost)
      .map((ply) => `${judgementOf(ply)?.lost} with move ${ply + 1}`);
    return mistakes.length ? `${nameOf(odd)} threw away ${mistakes.join(", ")}.` : [];
  });
  if (sentences.length) return sentences.join(" ");
  if (!plies.every(judgementOf)) return "No mistake was found in the time allowed.";
  return isWon(lastPosition())
    ? `${nameOf(lastPosition().odd)} had a lost position from the start.`
    : "Nobody threw anything away.";
}
