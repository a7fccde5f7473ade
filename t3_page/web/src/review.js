/* The moves of the game, and what each gave away. */

import { html, nothing } from "lit-html";
import { stepTo } from "./play.js";
import { isOver, isWon, range } from "./rules.js";
import { lastSetup, nameOf, setupAfter, state } from "./state.js";
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
            ${it ? `${moveText(it - 1)}${mark(it - 1)}` : "Start"}
          </button>
        </li>`,
      )}
    </ol>`;
}

/** Who played what after `ply` actions. @param {number} ply */
export const moveText = (ply) =>
  `${nameOf(setupAfter(ply).odd)}: ${actionText(state.game.actions[ply])}`;

/** What the action after `ply` actions gave away, where the page may say it. @param {number} ply */
function mark(ply) {
  const isOpen = (state.showsValues && !state.game.puzzle) || isOver(lastSetup());
  const lost = isOpen && judgementOf(ply)?.lost;
  return lost ? ` ✗ threw away ${lost}` : "";
}

/** After how many actions the last mistake was made; -1 if none is known. */
export const lastMistake = () =>
  state.game.actions.findLastIndex((_, ply) => judgementOf(ply)?.lost);

/** The mistake that decided a finished game, in a sentence. */
export function summary() {
  const last = lastMistake();
  if (last >= 0)
    return `${nameOf(setupAfter(last).odd)} threw away ${judgementOf(last)?.lost} with move ${last + 1}.`;
  if (!state.game.actions.every((_, ply) => judgementOf(ply)))
    return "No mistake was found in the time allowed.";
  return isWon(lastSetup())
    ? `${nameOf(lastSetup().odd)} had a lost position from the start.`
    : "Nobody threw anything away.";
}
