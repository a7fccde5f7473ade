/* What the page tells: above the board, who plays, what holds in the position, and what else there is
   to say; below it, the moves. */

import { html, nothing } from "lit-html";
import { stepTo } from "./play.js";
import * as puzzles from "./puzzles.js";
import { isOver, isWon, range, sideOf } from "./rules.js";
import { currentSetup, isDuel, isLast, isPersons, lastSetup } from "./state.js";
import { nameOf, obstacle, setupAfter, state } from "./state.js";
import { isKept } from "./storage.js";
import * as worth from "./values.js";
import { actionText, ending, forecast, numberList, soon } from "./words.js";

export function players() {
  const { game } = state;
  const setup = currentSetup();
  return [game.start.odd, !game.start.odd].map((odd) => {
    const isTurn = setup.odd === odd && !isOver(setup);
    const who = isPersons(odd) ? "you" : `computer, ${game.level}`;
    return html`<span class="player ${isTurn ? "turn" : ""}">
      <i class="number ${sideOf(odd)}" aria-hidden="true"></i><b>${odd ? "Odds" : "Evens"}</b> ${isDuel() ? who : ""}
    </span>`;
  });
}

/** What holds in the position. Until a person has solved a puzzle, coordinates of what the board shows anyway are
    only for the ear. */
export function verdict() {
  const isPlain = puzzles.isNew() && !state.showsValues && !worth.missed();
  const parts = isPlain ? sentences().split(/(\(\d,\d\) = )/) : [sentences()];
  return parts.map((it, at) => (at % 2 ? html`<span class="unseen">${it}</span>` : it));
}

/** What holds in the position, in one or two sentences. */
function sentences() {
  const { ply } = state;
  const setup = currentSetup();
  const values = worth.shownValues();
  if (worth.wrongMove()) return refuted();
  const missed = worth.missed() && worth.judgementOf(ply);
  if (missed) return `${moveText(ply)} threw away ${missed.lost}. ${missed.better}.`;
  if (isOver(setup) && !state.game.actions.length) return `This position is over. ${ending(setup)}`;
  const solved = puzzles.isSolved() ? `Solved on try ${puzzles.tryNumber()}. ` : "";
  if (isOver(setup)) return `${solved}${ending(setup)}`;
  const before = ply ? `${puzzles.praise()}${moveText(ply - 1)}` : puzzles.task();
  if (worth.isProven(values)) {
    const [best] = worth.shownBest(); // none may be proven yet
    const equal = values.complete && values.best.length ? " No move is better than another." : "";
    return `${forecast(setup, values)}.${best ? ` Best: ${actionText(best)}.` : equal}`;
  }
  if (!ply && puzzles.introduction()) return `${before}.`;
  const numbers = obstacle() ? "" : `: place ${numberList(setup.odd)}`;
  const name = nameOf(setup.odd);
  return `${before}. ${name === "You" ? "Your turn" : `${name} to move`}${numbers}.`;
}

/** Why a move does not solve the puzzle: the reply that the board shows. */
function refuted() {
  const { ply } = state;
  const [reply, value] = [worth.shownAction(), worth.valueAt(ply)];
  if (!reply || !value) return "Not the solution.";
  const end =
    value.utility > 0 ? `wins ${soon(value)}` : value.utility ? "holds out" : "doesn't lose";
  return `Not the solution: the computer plays ${actionText(reply)} and ${end}.`;
}

/** What the page is doing or waiting for; what a game gave away; or what a beginner needs to know. */
export function note() {
  const { activity, ply, showsValues } = state;
  const lesson = puzzles.introduction();
  const { odd } = currentSetup();
  if (isOver(currentSetup())) return activity || afterEnding();
  const open = worth.shownValues()?.complete === false ? "?: not proven." : "";
  if (showsValues)
    return `W in 3: ${sideOf(odd)} win in 3 moves. L in 2: ${sideOf(!odd)} win in 2. T: tie. ${activity || open}`;
  if (lesson && !ply) return lesson.hint;
  if (activity || puzzles.given()) return activity || puzzles.hint()?.words;
  if (!isLast() || worth.isPuzzleMove() || !puzzles.isNew()) return "";
  return "Every number in a line counts, whoever placed it. Tap a cell, then a number.";
}

/** What to say below how a game ended. */
function afterEnding() {
  const { actions, puzzle } = state.game;
  if (!actions.length || puzzles.introduction()) return "";
  const kept = isKept() ? "" : " This browser can't keep the result.";
  const streak = puzzles.streak();
  const next = puzzles.isTodayOpen()
    ? "Today's is still to solve."
    : "The next puzzle comes at midnight.";
  if (puzzles.isSolved())
    return `${puzzles.told(puzzles.progress())}. ${streak > 1 ? `${streak} days in a row. ` : ""}${next}${kept}`;
  return `${summary()}${puzzle && kept}`;
}

/** The moves of the game, and what each gave away. */
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
const moveText = (ply) => `${nameOf(setupAfter(ply).odd)}: ${actionText(state.game.actions[ply])}`;

/** What the action after `ply` actions gave away, where the page may say it. @param {number} ply */
function mark(ply) {
  const isOpen = (state.showsValues && !state.game.puzzle) || isOver(lastSetup());
  const lost = isOpen && worth.judgementOf(ply)?.lost;
  return lost ? ` ✗ threw away ${lost}` : "";
}

/** After how many actions a mistake was made, each time as far as that is known. */
export const mistakes = () =>
  range(0, state.game.actions.length - 1).filter((ply) => worth.judgementOf(ply)?.lost);

/** The mistakes of a finished game, in sentences. */
function summary() {
  const { odd } = state.game.start;
  const told = [odd, !odd].map(mistakesOf).filter(Boolean);
  if (told.length) return told.join(" ");
  if (!state.game.actions.every((_, ply) => worth.judgementOf(ply)))
    return "No mistake was found in the time allowed.";
  return isWon(lastSetup())
    ? `${nameOf(lastSetup().odd)} had a lost position from the start.`
    : "Nobody threw anything away.";
}

/** The mistakes of a side, in a sentence. @param {boolean} odd */
function mistakesOf(odd) {
  const own = mistakes().filter((ply) => setupAfter(ply).odd === odd);
  const each = own.map((ply) => `${worth.judgementOf(ply)?.lost} with move ${ply + 1}`);
  return own.length ? `${nameOf(odd)} threw away ${each.join(", ")}.` : "";
}
