/* bound.html: a player that searches to the end by alpha-beta, takes a bound for a value, and loses. */

import { html, nothing, render } from "lit-html";
import { after, isOver, isWon, movesOf, placeOf, Search, T3, TIC_TAC_TOE } from "./bound-search.js";
import { picture, sideOf, smallBoard, tree } from "./bound-why.js";
import { cellName, nameOf, outcomeOf, reality, signed, steps } from "./bound-words.js";

/** @typedef {import("./bound-words.js").Subject} Subject */
/** @typedef {import("./bound-search.js").Child} Child */
/** @typedef {import("./bound-search.js").Place} Place */
/** An explanation, and how far it has been told.
    @typedef {{ subject: Subject, step: number }} Story */

/** The ways to choose, as they stand in the code. The last also shuffles the moves. */
const CHOICES = {
  random: "random.choice(equals)",
  last: "equals[-1]",
  first: "equals[0]",
  shuffled: "equals[0], moves shuffled",
};

const T3_EXAMPLE = "261/001/000 evens";

/** @type {Record<string, Search>} */
const searches = {};

/** The search of a player, which remembers. @param {string} player @param {string} cut */
const searchOf = (player, cut) =>
  (searches[player + cut] ??= new Search(
    player in T3.marks ? T3 : TIC_TAC_TOE,
    player,
    cut === ">",
  ));

/** What the player finds in a place, and its wrong move. If there is none, its last.
    @param {Place} place @returns {Subject} */
function mistakeIn(place) {
  const root = searchOf(place.turn, ">=").root(place);
  const moves = root.search.rules.hurries ? [root.fastest] : root.equals;
  return { ...root, child: moves[moves.length - 1] };
}

/** @param {Subject} subject */
const isMistake = ({ search, value, child }) => search.truth(child.place) < value;

const newGame = () => ({
  places: [{ cells: "-".repeat(9), turn: "X" }],
  said: "You are X. Press a square.",
  /** The turn whose equal moves are shown: the mistake of this game, or else the last one. */
  turn: /** @type {Subject | null} */ (null),
  /** Of the moves shown, those that the reader asked about. */
  asked: /** @type {Child[]} */ ([]),
});

const state = {
  ...newGame(),
  cut: ">=",
  choice: /** @type {keyof typeof CHOICES} */ ("random"),
  /** How many games ended so. */
  score: { "You beat it!": 0, "A tie.": 0, "The program wins.": 0 },
  /** First of six positions: after XOO/---/XOX, two moves win, and the search finds three. */
  why: /** @type {Story} */ ({ subject: mistakeIn({ cells: "XOO---XOX", turn: "X" }), step: 0 }),
  t3: /** @type {Story | null} */ (null),
  wrong: "",
};

/** @param {Partial<typeof state>} change */
function update(change) {
  Object.assign(state, change);
  render(page(), app);
}

const currentPlace = () => state.places[state.places.length - 1];

/** What the program does in a place. @param {Place} place @returns {Subject} */
function turnAt(place) {
  const moves = movesOf(TIC_TAC_TOE, place);
  const order = state.choice === "shuffled" ? shuffled(moves) : moves;
  const root = searchOf("O", state.cut).root(place, order);
  const choices = { random: shuffled(root.equals), last: root.equals.slice(-1) };
  const [child] = choices[/** @type {"random" | "last"} */ (state.choice)] ?? root.equals;
  return { ...root, child };
}

/** @template T @param {T[]} all */
const shuffled = (all) =>
  all
    .map((it) => ({ it, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ it }) => it);

/** Place an X, and let the program reply. @param {number} at */
function play(at) {
  const before = currentPlace();
  if (before.cells[at] !== "-" || isOver(TIC_TAC_TOE, before)) return;
  const place = after(TIC_TAC_TOE, before, { at, mark: "X" });
  state.places.push(place);
  if (isOver(TIC_TAC_TOE, place)) return end(place);
  const turn = turnAt(place);
  const { search, child } = turn;
  state.places.push(child.place);
  if (isMistake(turn))
    Object.assign(state, { turn, asked: [child], why: { subject: turn, step: 0 } });
  else if (!state.turn || !isMistake(state.turn)) Object.assign(state, { turn, asked: [] });
  if (isOver(TIC_TAC_TOE, child.place)) return end(child.place);
  const now = search.truth(child.place) < 0 ? "now you can win" : "it could have won";
  const mistake = isMistake(turn) ? ` That was a mistake: ${now}.` : "";
  update({ said: `The program plays ${cellName(child.move.at)}.${mistake} Your turn.` });
}

/** @param {Place} place */
function end(place) {
  const { turn, score } = state;
  const winner = place.turn === "O" ? "You beat it!" : "The program wins.";
  const result = isWon(TIC_TAC_TOE, place) ? winner : "A tie.";
  score[result] += 1;
  const mistake =
    turn && isMistake(turn) ? ` Its mistake was ${cellName(turn.child.move.at)}.` : "";
  update({ said: result + mistake });
}

/** @param {Partial<typeof state>} change */
function changeCode(change) {
  Object.assign(state, change);
  const { search, place, children, child } = state.why.subject;
  const order = children.map(({ move }) => move);
  const root = searchOf(search.player, state.cut).root(place, order);
  const same = root.children[children.indexOf(child)];
  update({
    why: { subject: { ...root, child: same }, step: 0 },
    said: "From its next move on, the program plays by the new code.",
  });
}

/** @param {string} id */
const show = (id) => document.getElementById(id)?.scrollIntoView();

function repair() {
  changeCode({ choice: "shuffled", cut: ">=" });
  show("play");
}

/** @param {Subject} turn */
function playOn(turn) {
  const { search, child } = turn;
  const goal = search.truth(child.place) < 0 ? "win" : "tie";
  const said = `Your turn. Prove it: you can ${goal}.`;
  update({ ...newGame(), places: [child.place], said, turn, asked: [child] });
  show("play");
}

/** @param {string} mark @param {number} at */
const square = (mark, at) =>
  html`<button class="square ${sideOf(mark)}" data-at=${at} aria-label="${cellName(at)}: ${mark === "-" ? "empty" : mark}" @click=${() => play(at)}>
    ${mark === "-" ? "" : mark}
  </button>`;

/** @param {string} label @param {"cut" | "choice"} name @param {Record<string, string>} options */
const select = (label, name, options) =>
  html`<select aria-label=${label} .value=${state[name]} @change=${(/** @type {any} */ { target }) => changeCode({ [name]: target.value })}>
    ${Object.entries(options).map(([value, text]) => html`<option value=${value} ?selected=${value === state[name]}>${text}</option>`)}
  </select>`;

const code = () => html`<div class="python">
${state.choice === "shuffled" ? html`<div><b>random.shuffle(moves)</b></div>` : nothing}
<div>for move in moves:</div>
<div class="in1">value = search(move, alpha, beta)</div>
<div class="in1">if value &gt; best:</div>
<div class="in2">best, equals = value, [move]</div>
<div class="in1">elif value == best:</div>
<div class="in2">equals.append(move)</div>
<div class="in1">alpha = max(alpha, best)</div>
<div class="in1">if alpha ${select("When to cut", "cut", { ">=": ">=", ">": ">" })} beta: break</div>
<div>play(${select("Which of the equals", "choice", CHOICES)})</div>
</div>
<p class="soft"><code>search</code> does the same for the next move, and so on to the end of the game. At X's moves it takes the
smallest value, and lowers <code>beta</code>. Values are O's: 1 means that O wins, 0 a tie, −1 that X
wins. Change what is framed, and play again.</p>`;

/** @param {Subject} turn */
function equals(turn) {
  const { search, equals, child, children, value } = turn;
  const [last] = state.asked.slice(-1);
  const explain = () => {
    update({ why: { subject: { ...turn, child: last }, step: 0 } });
    show("why");
  };
  return html`<section class="equals" aria-label="The moves it found">
    <p>
      ${isMistake(turn) ? "At its mistake, it" : "It"} searched all ${children.length} moves, and found these ${equals.length}
      equally good: ${signed(value)}, ${outcomeOf(search, value)}. Are they? Press one.
    </p>
    <div class="moves">
      ${equals.map((it) => {
        const truth = search.truth(it.place);
        const isAsked = state.asked.includes(it) || isOver(TIC_TAC_TOE, currentPlace());
        return html`<button class=${it === child ? "played" : ""} @click=${() => update({ asked: [...state.asked, it] })}>
          <span class="unseen">${nameOf(it)}</span> ${smallBoard(it)}
          <small class=${isAsked && truth < value ? "wrong" : ""}>${isAsked ? outcomeOf(search, truth) : "?"}</small>
        </button>`;
      })}
    </div>
    ${
      last
        ? html`<p id="asked" role="status">
          ${nameOf(last)} is worth ${reality(search, last)}, if both play well.
          ${isMistake({ ...turn, child: last }) ? html`The search says ${signed(value)}. <button @click=${explain}>Why?</button>` : "The search says so, too."}
        </p>`
        : nothing
    }
    <p class="soft">
      The value that it found for the position is right: ${signed(value)}.
      ${search.strict ? "So are theirs." : `So is that of the first of these moves, ${nameOf(equals[0])}. The others are worth that at most.`}
    </p>
  </section>`;
}

/** @param {Story} story @param {unknown} more what else can be pressed */
function explanation(story, more = nothing) {
  const { search, value, equals, child } = story.subject;
  const all = steps(story.subject);
  const go = (/** @type {number} */ by) => {
    story.step = Math.min(Math.max(story.step + by, 0), all.length - 1);
    update({});
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(by);
  };
  return html`<p>
      The value of the position is right: ${signed(value)}, ${outcomeOf(search, value)}. But why does the search take
      ${nameOf(child)} for as good as ${nameOf(equals[0])}?
    </p>
    <div class="story" @keydown=${onKey}>
      ${picture(story.subject, story.step)}
      <div>
        <p class="buttons">
          <button aria-disabled=${story.step === 0} @click=${() => go(-1)}>Back</button>
          <button class="main" aria-disabled=${story.step === all.length - 1} @click=${() => go(1)}>Next</button>
          ${more}
        </p>
        <p class="step" role="status"><b>${story.step + 1} of ${all.length}.</b> ${all[story.step]}</p>
      </div>
    </div>`;
}

function why() {
  const { subject } = state.why;
  const { search, equals, child } = subject;
  const lie = equals.includes(child) ? search.lie(child) : undefined;
  const isOwn = search.player === "O";
  const playOnButton = html`<button @click=${() => playOn(subject)}>Play on from here, as X</button>`;
  const hasWon =
    lie?.way.length === 1 &&
    search.truth(lie.reply.place) < subject.value &&
    state.places.some(({ cells }) => cells === lie.reply.place.cells);
  return html`<h2>Why: ${["five", "seven", "nine"][((lie?.way.length ?? 1) - 1) / 2]} nodes</h2>
    ${
      isOwn
        ? html`<p>From your game, O to move.</p>`
        : html`<p>Until you have seen a mistake in a game of yours, here is an example. X is to move, so 1 means that X wins. Of the three
        moves, two win and one loses, and the search finds all three equally good.</p>`
    }
    ${
      lie
        ? explanation(state.why, isOwn ? playOnButton : nothing)
        : html`<p id="cured">
          With <code>&gt;</code>, the search no longer takes ${nameOf(child)} for as good as ${nameOf(equals[0])}. Where values are
          equal, it goes on, and ${nameOf(child)} returns ${signed(Number(child.found?.value))}. But it cuts much less, as the table shows.
        </p>`
    }
    ${
      hasWon
        ? html`<p>You replied ${nameOf(lie.reply)}, the very reply that was looked at. It wins, too: the search stopped early there, and its
        value was “at most”, as well.</p>`
        : nothing
    }
    ${tree(subject)}`;
}

/** Positions with a worse move among the best, and nodes. `python -m benchmarks.bound` makes them. */
const COSTS = [
  ["None", "1,130", "18,297", "1,332"],
  ["Shuffle the moves first, and play the first of the best", "0", "18,922", "1,300"],
  ["Search those that equal the best again, with a null window", "0", "31,501", "2,909"],
  ["At the root, pass alpha − 1", "0", "29,052", "2,973"],
  ["At the root, pass no alpha", "0", "30,710", "3,719"],
  ["> for >= everywhere, in a fail-soft search", "0", "146,120", "9,821"],
  ["Cut nothing: minimax", "0", "549,946", "26,188"],
];

const costs = () => html`<h2>What each cure costs</h2>
  <p>
    <i>Wrong</i>: of tic-tac-toe's 4,520 unfinished positions, those where the list of best moves has a worse one. <i>Nodes</i>:
    searched for a move on the empty board. <i>T3</i>: nodes in Tic-Tac-Total, the mean of 40 positions with five empty cells.
  </p>
  <div class="wide" tabindex="0" role="region" aria-label="What each cure costs"><table>
    <thead><tr><th scope="col">Cure</th><th scope="col">Wrong</th><th scope="col">Nodes</th><th scope="col">T3</th></tr></thead>
    <tbody>${COSTS.map(([name, ...figures]) => html`<tr><th scope="row">${name}</th>${figures.map((it) => html`<td>${it}</td>`)}</tr>`)}</tbody>
  </table></div>
  <p>Without a cure, and with a random choice, this program loses 18% of its games as O to random moves.</p>
  <p class="soft">
    A fail-soft search may return values outside its window, as this one does. A fail-hard one returns the window's edge
    instead. Without a cure it is wrong in 2,261 positions, whether it cuts by <code>&gt;=</code> or by <code>&gt;</code>.
  </p>`;

const yours = () => html`<h2>Is yours in danger?</h2>
  <p>If you have written such a search:</p>
  <ol>
    <li>At the root, do later moves get the alpha of earlier ones?</li>
    <li>Does it cut by <code>&gt;=</code>, or is it fail-hard?</li>
    <li>Does it choose among moves with equal values: at random, the last, all, by a heuristic, by depth?</li>
  </ol>
  <p>
    Three times yes: it can play a worse move. Its value for a position is still right. The repair is one line: shuffle
    the moves before the search, and play the first of the best. That move raised alpha, so its value is exact. It is just
    as random, and searches nothing twice. If you sort moves to cut more, keep their order, and search those that equal the
    best again. Tic-Tac-Total's <code>classics/check_search.py</code> looks for such a move in a search of yours.
  </p>
  <p class="buttons"><button @click=${repair}>Repair the program above</button></p>`;

/** Explain a position of T3. @param {string} text */
function explainT3(text) {
  try {
    update({ t3: { subject: mistakeIn(placeOf(text)), step: 0 }, wrong: "" });
  } catch (error) {
    update({ wrong: /** @type {Error} */ (error).message });
  }
}

/** @param {Story} story */
function depths(story) {
  const { subject } = story;
  const { search, value, child } = subject;
  const onSubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    explainT3(event.target.elements.position.value);
  };
  return html`<p>
      In Tic-Tac-Total, odds place 1, 3 or 5, evens 2, 4 or 6, and whoever makes a line add up to 13 wins. To win soon, this
      program compares depths: of moves with equal values, it plays the one whose game ends at the earlier ply, counted from
      the position. It never chooses at random, and still errs.
    </p>
    <form @submit=${onSubmit} autocomplete="off">
      <label>Position, with up to six empty cells (0)
        <input name="position" value=${T3_EXAMPLE} autocapitalize="none" spellcheck="false" aria-describedby="t3-wrong" />
      </label>
      <button>Explain</button>
    </form>
    <p id="t3-wrong" role="alert">${state.wrong}</p>
    ${
      isMistake(subject)
        ? explanation(story)
        : html`<p id="t3-right">Here the program plays ${nameOf(child)}, and throws nothing away: ${outcomeOf(search, value)}.</p>`
    }
    <p>
      In ${T3_EXAMPLE}, odds' reply 5 at the bottom left wins: the left column is 2 + 6 + 5 = 13. And why does 2 at the
      left, which wins at ply 3, return ply 5? After odds' reply 1 in the centre, the search meets a win at ply 5, 6 at the
      bottom left. alpha equals beta, so it stops, and never sees the win at ply 3, 6 at the bottom.
    </p>
    ${tree(subject)}`;
}

const page = () => {
  const [won, tied, lost] = Object.values(state.score);
  return html`
  <header><h1>The unbeatable player that you can beat</h1><a href="./">Play Tic-Tac-Total</a></header>
  <section id="play" aria-label="Play">
    <p>This program plays O. It searches tic-tac-toe to the end, by alpha-beta, and plays any of the best moves. So it can't lose. Beat it.</p>
    <div class="beside">
      <div>
        <div id="squares" role="group" aria-label="Board">${[...currentPlace().cells].map(square)}</div>
        <p id="said" role="status">${state.said}</p>
        <p class="buttons"><button id="again" @click=${() => update(newGame())}>New game</button></p>
        <p class="soft">You won ${won}, tied ${tied}, lost ${lost}.</p>
      </div>
      ${state.turn && state.turn.equals.length > 1 ? equals(state.turn) : nothing}
      <div class="code">${code()}</div>
    </div>
  </section>
  <section id="why">${why()}</section>
  <section>${costs()}</section>
  <section>${yours()}</section>
  <details id="t3" @toggle=${() => state.t3 ?? explainT3(T3_EXAMPLE)}>
    <summary>Where no chance is needed: depths, in Tic-Tac-Total</summary>
    ${state.t3 ? depths(state.t3) : nothing}
  </details>
`;
};

const app = /** @type {HTMLElement} */ (document.getElementById("bound"));
app.replaceChildren();
update({});
setTimeout(() => navigator.serviceWorker?.register("offline.js").catch(() => {}), 2000);
