/* Above the board: who plays, and the verdict. Under it: the numbers, and the buttons. */

import { actionText } from "./address.js";
import { isWide, numberMark } from "./board.js";
import { start } from "./engine.js";
import { html, nothing } from "./lit-html.js";
import {
  choose,
  obstacle,
  playFrom,
  showGame,
  stepTo,
  toggleValues,
  undo,
  undoPly,
} from "./play.js";
import { isOver, numbersOf, range, sideOf } from "./rules.js";
import { currentPosition, inLine, isReview, state } from "./state.js";
import { isProven, isWrongMove, judgementOf, showLine, shownValues, stepOn } from "./think.js";
import { forecast, inWords, isPersons, numberList, outcome, short, turn } from "./words.js";
import { mistakeText, moveText } from "./review.js";

/** Who plays which side. */
export function players() {
  const { game } = state;
  const position = currentPosition();
  return [game.start.odd, !game.start.odd].map((odd) => {
    const isTurn = position.odd === odd && !isOver(position);
    const who = isPersons(game, odd) ? "you" : `computer, ${game.level}`;
    return html`<span class="player ${isTurn ? "turn" : ""}">
      <i class="number ${sideOf(odd)}" aria-hidden="true"></i><b>${odd ? "Odds" : "Evens"}</b> ${game.play === "both" ? "" : who}
    </span>`;
  });
}

/** What holds in the position, in one line. */
export function verdict() {
  const { game, ply } = state;
  const position = currentPosition();
  const values = shownValues();
  if (state.editing) return "Choose a number, then cells. A second tap clears a cell.";
  if (isWrongMove()) return `${judgementOf(ply - 1)?.played}. That's not it.`;
  if (ply && mistakeText(ply - 1)) return `${moveText(ply - 1)} ${mistakeText(ply - 1)}.`;
  const before = ply ? `${praise()}${moveText(ply - 1)}. ` : task();
  if (isOver(position)) return outcome(game, position);
  if (isProven(values)) {
    const [best, ...others] = values.best;
    const more = others.length ? ` (or ${others.length} other${others[1] ? "s" : ""})` : "";
    return `${forecast(game, position, values)}. Best: ${actionText(best)}${more}.`;
  }
  const numbers = obstacle() ? "" : `: place ${numberList(position.odd, position)}`;
  return `${before}${turn(game, position)}${numbers}.`;
}

/** What to do, before the first move. */
function task() {
  const { puzzle, start } = state.game;
  if (!puzzle) return `Make a line of exactly ${start.target}. `;
  return puzzle === "sent"
    ? "A puzzle for you: find the best moves. "
    : "Daily puzzle: find the only move that wins. ";
}

/** What to say of a person's move in a puzzle once the computer has answered it. */
const praise = () =>
  state.game.puzzle && state.ply > 1 && judgementOf(state.ply - 2)?.isBest ? "Right. " : "";

/** What the page is doing, or waiting for. */
export function note() {
  const { python, note } = state;
  if (python === "failed")
    return html`The computer could not be loaded.
      <button @click=${start}>Try again</button>`;
  if (python === "loading") return "The computer and the values are loading…";
  return note || (shownValues()?.complete === false ? "Some values are not proven." : "");
}

/** The numbers to choose from, or what else there is to do. */
export function tray() {
  const { cell, editing, game, number, ply } = state;
  const position = currentPosition();
  if (isWrongMove())
    return html`<button class="main" @click=${undo}>Try again</button>
      <button @click=${() => showLine(ply - 1)}>Show the solution</button>`;
  if (!editing && isReview()) return steps();
  if (game.play === "none" && !editing) return machines();
  const odd = isPersons(game, position.odd) ? position.odd : !position.odd;
  const numbers = editing ? range(1, position.largest) : numbersOf(odd, position.largest);
  return numbers.map((it) => {
    const action = String([...(cell ?? []), it]);
    const value = shownValues()?.actions?.find((value) => String(value.action) === action);
    const words = value ? (numbers.length > 3 ? short(value) : inWords(value)) : "";
    return html`<button
      class="choice"
      aria-label=${value ? `${it}: ${inWords(value)}` : it}
      aria-pressed=${it === number}
      aria-disabled=${obstacle() !== ""}
      data-number=${it}
      @click=${() => choose({ number: it === number ? null : it })}
    >
      ${numberMark(it)} ${value ? html`<small aria-hidden="true" data-value=${short(value)[0]}>${words}</small>` : nothing}
    </button>`;
  });
}

/** The buttons of a game of the computer against itself. */
function machines() {
  const { game, paused, ply } = state;
  const toggle = () => showGame(game, ply, "keep", { paused: !paused });
  return html`<button class="main" @click=${toggle}>${paused ? "Go on" : "Pause"}</button>
    <button @click=${stepOn}>Step</button>`;
}

/** The buttons that step through the game, and the one that plays on from an earlier move. */
function steps() {
  const { game, lineStart, ply } = state;
  const [first, last] = [Math.max(0, lineStart), game.actions.length];
  /** @param {string} name @param {string} sign @param {number} to */
  const step = (name, sign, to) =>
    html`<button class="step" aria-label=${name} title=${name}
      aria-disabled=${to < first || to > last || to === ply} @click=${() => stepTo(to)}>${sign}</button>`;
  return html`${step("First", "«", first)}${step("Back", "‹", ply - 1)}
  ${step("Forward", "›", ply + 1)}${step("Last", "»", last)}
  ${inLine() || ply === last ? nothing : html`<button class="step" @click=${() => playFrom(ply)}>Play on</button>`}`;
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { editing, game, ply, python, values } = state;
  const isEnd = isOver(currentPosition());
  if (editing)
    return html`<button id="done" class="main" @click=${() => showGame(game, 0, "replace", { paused: false })}>Done</button>
      <p class="legend"></p>`;
  const back = html`<button id="undo" aria-disabled=${undoPly() < 0} @click=${undo}>Undo</button>`;
  if (game.puzzle && !inLine() && !isEnd) return html`${back}<p class="legend"></p>`;
  const line = inLine()
    ? html`<button id="line" @click=${() => history.back()}>Back to the game</button>`
    : html`<button id="line" aria-disabled=${isEnd || python === "failed"} @click=${() => showLine(ply)}>Best play</button>`;
  return html`${back}
    <button id="values" aria-pressed=${values} @click=${toggleValues}>Values</button>
    ${line}
    <p class="legend">${values ? legend() : ""}</p>`;
}

const legend = () =>
  isWide()
    ? "Green wins, yellow ties, red loses. A dot marks the best moves."
    : "W3 wins in 3 moves, L2 loses in 2 (the winner's moves count), T ties.";
