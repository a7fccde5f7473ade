/* bound.html: a player that searches to the end by alpha-beta, takes a bound for a value, and loses. */

import { html, nothing, render } from "lit-html";
import { after, isOver, isWon, movesOf, placeOf, Search, T3, TIC_TAC_TOE } from "./bound-search.js";
import { picture, sideOf, smallBoard, tree } from "./bound-why.js";
import { cellName, nameOf, outcomeOf, signed, steps } from "./bound-words.js";
import { range } from "./rules.js";
import { counted } from "./words.js";

/** @typedef {import("./bound-words.js").Subject} Subject */
/** @typedef {import("./bound-search.js").Child} Child */
/** @typedef {import("./bound-search.js").Place} Place */
/** A move of the program's: what it searched, and what it found equally good.
    @typedef {Subject & { equals: Child[], isMistake: boolean }} Turn */

/** The ways to choose, as they stand in the code. The last also shuffles the moves. */
const CHOICES = {
  random: "random.choice(equals)",
  last: "equals[-1]",
  first: "equals[0]",
  shuffled: "equals[0], moves shuffled",
};

/** @type {Place} */
const EMPTY = { cells: "-".repeat(9), turn: "X" };

/** One search for each player and cut: it remembers. */
const searches = Object.fromEntries(
  ["X", "O"].flatMap((player) =>
    [">=", ">"].map((cut) => [player + cut, new Search(TIC_TAC_TOE, player, cut === ">")]),
  ),
);

/** The first explanation: of six positions after XOO/---/XOX, two win, and the search finds three. */
function example() {
  const place = { cells: "XOO---XOX", turn: "X" };
  const search = searches["X>="];
  const children = search.children(place);
  const { equals } = search.best(children);
  const child = equals.find((it) => search.truth(it.place) < search.truth(place));
  return /** @type {Subject} */ ({ search, place, children, child });
}

const state = {
  place: EMPTY,
  cut: ">=",
  choice: /** @type {keyof typeof CHOICES} */ ("random"),
  /** Games won, tied and lost, for each code that played. */
  scores: /** @type {Record<string, number[]>} */ ({}),
  said: "You are X. Press a square.",
  note: "",
  /** The turn whose equal moves are shown: the mistake of this game, or else the last one. */
  turn: /** @type {Turn | null} */ (null),
  /** Of the moves shown, those that the reader asked about. */
  asked: /** @type {Set<Child>} */ (new Set()),
  why: example(),
  isOwn: false,
  step: 0,
  open: /** @type {Set<string>} */ (new Set()),
  /** X's reply to the mistake. */
  answer: -1,
  t3: {
    text: "261/001/000 evens",
    wrong: "",
    step: 0,
    open: /** @type {Set<string>} */ (new Set()),
  },
};

const codeName = () => `${state.cut} and ${CHOICES[state.choice]}`;

/** @param {Partial<typeof state>} change */
function update(change) {
  Object.assign(state, change);
  draw();
}

function newGame() {
  update({
    place: EMPTY,
    said: "You are X. Press a square.",
    note: "",
    turn: null,
    asked: new Set(),
  });
}

/** What the program does in a place. @param {Place} place @returns {Turn} */
function turnAt(place) {
  const search = searches[place.turn + state.cut];
  const moves = movesOf(TIC_TAC_TOE, place);
  if (state.choice === "shuffled") shuffle(moves);
  const children = search.children(place, -Infinity, Infinity, moves);
  const { equals } = search.best(children);
  const at = { random: Math.floor(Math.random() * equals.length), last: equals.length - 1 };
  const child = equals[at[/** @type {"random" | "last"} */ (state.choice)] ?? 0];
  const isMistake = search.truth(child.place) < search.truth(place);
  return { search, place, children, equals, child, isMistake };
}

/** @param {unknown[]} all */
function shuffle(all) {
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
}

/** Place an X, and let the program reply. @param {number} at */
function play(at) {
  if (state.place.cells[at] !== "-" || isOver(TIC_TAC_TOE, state.place)) return;
  const { turn } = state;
  if (turn?.isMistake && turn.child.place.cells === state.place.cells) state.answer = at;
  const place = after(TIC_TAC_TOE, state.place, { at, mark: "X" });
  if (isOver(TIC_TAC_TOE, place)) return end(place);
  const next = turnAt(place);
  if (next.isMistake) {
    update({ why: next, isOwn: true, step: 0, open: new Set(), answer: -1 });
  }
  const shown = next.isMistake || !turn?.isMistake ? next : turn;
  const asked = next.isMistake ? new Set([next.child]) : shown === turn ? state.asked : new Set();
  state.turn = shown;
  state.asked = /** @type {Set<Child>} */ (asked);
  if (isOver(TIC_TAC_TOE, next.child.place)) return end(next.child.place);
  const value = next.search.truth(next.child.place);
  const now = value < 0 ? "now you can win" : "it could have won";
  const mistake = next.isMistake ? ` That was a mistake: ${now}.` : "";
  update({
    place: next.child.place,
    said: `The program plays ${cellName(next.child.move.at)}.${mistake} Your turn.`,
    note: "",
  });
}

/** @param {Place} place */
function end(place) {
  const at = isWon(TIC_TAC_TOE, place) ? (place.turn === "O" ? 0 : 2) : 1;
  const score = (state.scores[codeName()] ??= [0, 0, 0]);
  score[at] += 1;
  const { turn } = state;
  const couldWin = turn && turn.search.truth(turn.child.place) < 0;
  const had = turn?.isMistake
    ? ` Its mistake was ${cellName(turn.child.move.at)}${at && couldWin ? ", and you could have won" : ""}.`
    : "";
  const said = ["You beat it!", "A tie.", "The program wins."][at] + had;
  update({ place, said, note: "" });
}

/** @param {Partial<typeof state>} change */
function changeCode(change) {
  Object.assign(state, change);
  const { search, place, child } = state.why;
  const moves = state.why.children.map(({ move }) => move);
  const other = searches[search.player + state.cut];
  const children = other.children(place, -Infinity, Infinity, moves);
  const same = children.find((it) => it.place.cells === child.place.cells) ?? child;
  update({
    why: { search: other, place, children, child: same },
    step: 0,
    open: new Set(),
    note: `Changed: from its next move on, the program plays by ${codeName()}. Your game goes on.`,
  });
}

const repair = () => {
  changeCode({ choice: "shuffled", cut: ">=" });
  document.getElementById("play")?.scrollIntoView();
};

/** @param {Subject} why */
const playOn = (why) => {
  const { search } = why;
  update({
    place: why.child.place,
    said:
      search.truth(why.child.place) < 0
        ? "Your turn. Prove it: you can win."
        : "Your turn. Prove it: you can tie.",
    note: "",
    turn: { ...why, equals: why.search.best(why.children).equals, isMistake: true },
    asked: new Set([why.child]),
    answer: -1,
  });
  document.getElementById("play")?.scrollIntoView();
};

const board = () => html`<div id="squares" role="group" aria-label="Board">
  ${range(0, 8).map((at) => {
    const mark = state.place.cells[at];
    return html`<button class="square ${sideOf(mark)}" data-at=${at} aria-label="${cellName(at)}: ${mark === "-" ? "empty" : mark}" @click=${() => play(at)}>
      ${mark === "-" ? "" : mark}
    </button>`;
  })}
</div>`;

/** @param {string} label @param {string} value @param {Record<string, string>} options
    @param {(value: any) => void} change */
const select = (label, value, options, change) =>
  html`<select aria-label=${label} .value=${value} @change=${(/** @type {any} */ event) => change(event.target.value)}>
    ${Object.entries(options).map(([name, text]) => html`<option value=${name} ?selected=${name === value}>${text}</option>`)}
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
<div class="in1">if alpha ${select("When to cut", state.cut, { ">=": ">=", ">": ">" }, (cut) => changeCode({ cut }))} beta: break</div>
<div>play(${select("Which of the equals", state.choice, CHOICES, (choice) => changeCode({ choice }))})</div>
</div>
<p class="soft"><code>search</code> does the same for the next move, and so on to the end of the game; at X's moves with min, and
<code>beta</code> for <code>alpha</code>. 1 means that O wins, 0 a tie, −1 that X wins. Change what is framed, and play again.</p>`;

/** @param {Turn} turn */
function equals({ search, place, equals, child, children }) {
  const value = search.truth(place);
  const found = children.length === equals.length ? `all of them` : `these ${equals.length}`;
  const [last] = [...state.asked].slice(-1);
  return html`<section class="equals" aria-label="The moves it found">
    <p>
      ${state.turn?.isMistake ? "At its mistake, it" : "It"} searched ${counted(children.length, "move")}, and found
      ${equals.length === 1 ? html`only ${nameOf(equals[0])} best.` : html`${found} equally good: ${signed(value)}, ${outcomeOf(search, value)}. Are they? Press one.`}
    </p>
    <div class="moves">
      ${equals.map((it) => {
        const truth = search.truth(it.place);
        const isAsked = state.asked.has(it) || isOver(TIC_TAC_TOE, state.place);
        return html`<button class=${it.place.cells === child.place.cells ? "played" : ""} @click=${() => update({ asked: new Set([...[...state.asked].filter((one) => one !== it), it]) })}>
          <span class="unseen">${nameOf(it)}</span> ${smallBoard(it.place.cells, it.move.at)}
          <small class=${isAsked && truth < value ? "wrong" : ""}>${isAsked ? outcomeOf(search, truth) : "?"}</small>
        </button>`;
      })}
    </div>
    ${last ? verdict(/** @type {Turn} */ (state.turn), last) : nothing}
    <p class="soft">
      The value that it found for the position is right: ${signed(value)}. So is the value of the first of these moves,
      ${nameOf(equals[0])}.${equals.length > 1 ? " Each of the others is worth that at most." : ""}
    </p>
  </section>`;
}

/** What an equal move is worth. @param {Turn} turn @param {Child} child */
function verdict(turn, child) {
  const { search, place } = turn;
  const truth = search.truth(child.place);
  if (truth === search.truth(place))
    return html`<p id="asked" role="status">${nameOf(child)}: ${outcomeOf(search, truth)}, if both play well, just as the search says.</p>`;
  const show = () => {
    update({ why: { ...turn, child }, isOwn: true, step: 0, open: new Set() });
    document.getElementById("why")?.scrollIntoView();
  };
  return html`<p id="asked" role="status">
    ${nameOf(child)}: ${outcomeOf(search, truth)}, if both play well: ${signed(truth)}, not ${signed(search.truth(place))}.
    <button @click=${show}>Why?</button>
  </p>`;
}

const scores = () =>
  Object.entries(state.scores).map(
    ([name, [won, tied, lost]]) =>
      html`<p class="soft">Against <code>${name}</code>: won ${won}, tied ${tied}, lost ${lost}.</p>`,
  );

/** @param {Subject} subject @param {{ step: number }} at @param {unknown} more */
function story(subject, at, more = nothing) {
  const all = steps(subject);
  const go = (/** @type {number} */ by) => {
    at.step = Math.min(Math.max(at.step + by, 0), all.length - 1);
    draw();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(by);
  };
  return html`<div class="story" @keydown=${onKey}>
    ${picture(subject, at.step)}
    <div>
      <p class="buttons">
        <button aria-disabled=${at.step === 0} @click=${() => go(-1)}>Back</button>
        <button class="main" aria-disabled=${at.step === all.length - 1} @click=${() => go(1)}>Next</button>
        ${more}
      </p>
      <p class="step" role="status"><b>${at.step + 1} of ${all.length}.</b> ${all[at.step]}</p>
    </div>
  </div>`;
}

function why() {
  const { why: subject, isOwn } = state;
  const { search, children, child } = subject;
  const { value, equals } = search.best(children);
  const isKept = equals.some((it) => it.place.cells === child.place.cells);
  const lie = isKept ? search.lie(child) : undefined;
  const own = isOwn
    ? html`From your game, O to move.`
    : html`Until you have seen a mistake in a game of yours, here is an example: X is to move, and 1 means that X wins. Of three
        moves, two win, one loses at once, and the search finds all three equally good.`;
  const saw =
    lie?.way.length === 1 &&
    isOwn &&
    lie.reply.move.at === state.answer &&
    search.truth(lie.reply.place) < value;
  return html`<h2>Why: ${lie && lie.way.length > 1 ? counted(lie.way.length + 4, "node") : "five nodes"}</h2>
    <p>${own} The value of the position is right: ${signed(value)}, ${outcomeOf(search, value)}. But why does the search take ${nameOf(child)} for as good as ${nameOf(equals[0])}?</p>
    ${
      lie
        ? html`${story(subject, state, search.player === "O" ? html`<button @click=${() => playOn(subject)}>Play on from here, as X</button>` : nothing)}
          ${
            saw
              ? html`<p>You replied ${nameOf(lie.reply)}, the very reply that was looked at. It wins, too: the search stopped early there, and its
            value was “at most”, as well.</p>`
              : nothing
          }
          ${
            state.choice === "first" || state.choice === "shuffled"
              ? html`<p>The list has such bounds even now. But a program that plays the first of the best is right: the first raised alpha, so its value is exact.</p>`
              : nothing
          }`
        : html`<p id="cured">
          With <code>&gt;</code>, it no longer does. Where values are equal, the search goes on, and ${nameOf(child)} returns
          ${signed(Number(child.found?.value))}. It keeps ${equals.map(nameOf).join(", ")}. But it cuts much less, as the table shows.
        </p>`
    }
    ${tree(subject, state.open, draw)}`;
}

/** Positions with a worse move among the best, and nodes. `python -m benchmarks.bound` makes them. */
const COSTS = [
  ["None", "1,130", "18,297", "8,511"],
  ["Shuffle the moves first, and play the first of the best", "0", "18,922", "8,497"],
  ["Search those that equal the best again, with a null window", "0", "31,501", "16,848"],
  ["At the root, pass alpha − 1", "0", "29,052", "17,867"],
  ["At the root, pass no alpha", "0", "30,710", "23,043"],
  ["> for >= everywhere, in a fail-soft search", "0", "146,120", "139,519"],
  ["Cut nothing: minimax", "0", "549,946", "460,233"],
];

const costs = () => html`<h2>What each cure costs</h2>
  <p>
    <i>Wrong</i>: in how many of tic-tac-toe's 4,520 positions (not games) the list of best moves has a worse one. <i>Nodes</i>:
    how many are searched for a move on the empty board; <i>T3</i>: in the game below, with six empty cells, on average.
  </p>
  <div class="wide" tabindex="0" role="region" aria-label="What each cure costs"><table>
    <thead><tr><th scope="col">Cure</th><th scope="col">Wrong</th><th scope="col">Nodes</th><th scope="col">T3</th></tr></thead>
    <tbody>${COSTS.map(([name, ...figures]) => html`<tr><th scope="row">${name}</th>${figures.map((it) => html`<td>${it}</td>`)}</tr>`)}</tbody>
  </table></div>
  <p>Without a cure, and with a random choice, this program loses 18% of its games as O to random moves.</p>
  <p class="soft">
    A fail-soft search may return values outside its window, as this one does. A fail-hard one returns the window's edge
    instead, and is wrong in 2,261 positions, by <code>&gt;=</code> and by <code>&gt;</code>.
  </p>`;

const yours = () => html`<h2>Is yours in danger?</h2>
  <p>If you have written such a search:</p>
  <ol>
    <li>At the root, do later moves get the alpha of earlier ones?</li>
    <li>Does it cut at equal values, by <code>&gt;=</code>? (In a fail-hard search, <code>&gt;</code> is no better.)</li>
    <li>Are moves compared whose values are equal: by chance, the last, a list, a heuristic, the depth?</li>
  </ol>
  <p>
    Three times yes: it can play a worse move. Its value for a position is still right. The repair is one line: shuffle
    the moves before the search, and play the first of the best. It is as random, and costs nothing.
  </p>
  <p class="buttons"><button @click=${repair}>Repair the program above</button></p>`;

const t3Search = new Search(T3, "evens");
/** @type {Search} */
const t3Odds = new Search(T3, "odds");

function depths() {
  const { t3 } = state;
  /** @param {string} text */
  const type = (text) => {
    try {
      placeOf(text);
      state.t3 = { text, wrong: "", step: 0, open: new Set() };
    } catch (error) {
      t3.wrong = /** @type {Error} */ (error).message;
    }
    draw();
  };
  const onSubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    type(event.target.elements.position.value);
  };
  const place = placeOf(t3.text);
  const search = place.turn === "evens" ? t3Search : t3Odds;
  const children = search.children(place);
  const { fastest } = search.best(children);
  const subject = { search, place, children, child: fastest };
  const isWrong = search.truth(fastest.place) < search.truth(place);
  return html`<p>
      In Tic-Tac-Total, odds place 1, 3 or 5, evens 2, 4 or 6, and whoever makes a line add up to 13 wins. To win soon, this
      program compares depths: of equal values, it takes the one whose game ends at the smaller ply. No chance is needed.
    </p>
    <form @submit=${onSubmit} autocomplete="off">
      <label>Position, with up to six empty cells (0)
        <input name="position" .value=${t3.text} autocapitalize="none" spellcheck="false" aria-describedby="t3-wrong" />
      </label>
      <button>Explain</button>
    </form>
    <p id="t3-wrong" role="alert">${t3.wrong}</p>
    ${
      isWrong
        ? story(subject, t3)
        : html`<p id="t3-right">Here the program plays ${nameOf(fastest)}, and throws nothing away: ${outcomeOf(search, search.truth(place))}.</p>`
    }
    ${
      t3.text === "261/001/000 evens"
        ? html`<p>
          Odds' reply 5 at the bottom left wins: the left column is 2 + 6 + 5 = 13. And why does 2 at the left, which wins at
          ply 3, return ply 5? After odds' reply 1 in the centre, the search meets a win at ply 5, 6 at the bottom left. alpha equals
          beta, so it stops, and never sees the win at ply 3, 6 at the bottom.
        </p>`
        : nothing
    }
    ${tree(subject, t3.open, draw)}`;
}

let isOpen = false;

const whole = () => html`
  <header><h1>The unbeatable player that you can beat</h1><a href="./">Play Tic-Tac-Total</a></header>
  <section id="play" aria-label="Play">
    <p>This program plays O. It searches tic-tac-toe to the end, by alpha-beta, and plays any of the best moves. So it can't lose. Beat it.</p>
    <div class="beside">
      <div>
        ${board()}
        <p id="said" role="status">${state.said}</p>
        <p class="soft">${state.note}</p>
        <p class="buttons"><button id="again" @click=${newGame}>New game</button></p>
        ${scores()}
      </div>
      ${state.turn ? equals(state.turn) : nothing}
      <div class="code">${code()}</div>
    </div>
  </section>
  <section id="why">${why()}</section>
  <section>${costs()}</section>
  <section>${yours()}</section>
  <details id="t3" @toggle=${(/** @type {any} */ event) => ((isOpen = event.target.open), draw())}>
    <summary>Where no chance is needed: depths, in Tic-Tac-Total</summary>
    ${isOpen ? depths() : nothing}
  </details>
`;

const app = /** @type {HTMLElement} */ (document.getElementById("bound"));
app.replaceChildren();
const draw = () => render(whole(), app);
draw();
setTimeout(() => navigator.serviceWorker?.register("offline.js").catch(() => {}), 2000);
