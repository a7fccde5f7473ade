/* The alpha-beta search that bound.html explains: of tic-tac-toe, and of T3 on 3 x 3. */

import { numbersOf, range, TARGET } from "./rules.js";

/** Nine cells by rows, one character each, - if empty, and the side to move.
    @typedef {{ cells: string, turn: string }} Place */
/** A mark on a cell, and where that leads.
    @typedef {{ at: number, mark: string, place: Place }} Move */
/** A place, the window given to the search there, and the path: cell and mark of each move from
    where the player is to move. @typedef {{ place: Place, alpha: number, beta: number, path: string }} Call */
/** What a search returned: a value for its player, between which values the true one lies, and
    after how many plies the game seems to end.
    @typedef {{ value: number, low: number, high: number, plies: number }} Found */
/** A move, the window given to the search there, and what that returned; nothing if it was cut.
    @typedef {Move & Call & { found?: Found }} Child */
/** What a player finds where it is to move: the right value, the moves that look equally good, and
    the one of them that seems to end soonest.
    @typedef {ReturnType<Search["root"]>} Root */

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

const UNBOUNDED = { alpha: -Infinity, beta: Infinity, path: "" };

/** @type {Record<string, string>} */
const OPPONENTS = { X: "O", O: "X", odds: "evens", evens: "odds" };

/** @type {Record<string, number[]>} */
const NUMBERS = { odds: numbersOf(true), evens: numbersOf(false) };

/** Whether a side plays T3, not tic-tac-toe. @param {string} side */
export const isOfT3 = (side) => side in NUMBERS;

/** @param {string} side */
export const opponent = (side) => OPPONENTS[side];

/** @param {Place} place */
export const isWon = ({ cells }) =>
  LINES.some((line) => {
    const marks = [...line].map((at) => cells[+at]);
    const sum = marks.reduce((sum, it) => sum + Number(it), 0); // NaN unless all are numbers
    return sum === TARGET || /XXX|OOO/.test(marks.join(""));
  });

/** The moves of a place, in the order of the search: T3's go by columns. None after the end.
    @param {Place} place @returns {Move[]} */
export function movesOf(place) {
  const { cells, turn } = place;
  if (isWon(place)) return [];
  const order = isOfT3(turn) ? [0, 3, 6, 1, 4, 7, 2, 5, 8] : range(0, 8);
  const holes = order.filter((at) => cells[at] === "-");
  return holes.flatMap((at) =>
    (NUMBERS[turn] ?? [turn]).map((mark) => {
      const after = cells.slice(0, at) + mark + cells.slice(at + 1);
      return { at, mark: `${mark}`, place: { cells: after, turn: opponent(turn) } };
    }),
  );
}

/** Alpha-beta to the end of the game, for one player: 1 if it wins, 0 for a tie, -1 if it loses. Of
    equal values it returns the plies of the one that ends sooner. It remembers each call. */
export class Search {
  /** @type {Map<string, Found>} */ #found = new Map();

  /** @param {string} player @param {string} cut where alpha is that to beta: >= or > */
  constructor(player, cut) {
    this.player = player;
    this.cut = cut;
  }

  /** The value of a place: with a full window, it is exact. @param {Place} place */
  truth = (place) => this.#result({ ...UNBOUNDED, place }).value;

  /** @param {Call} call @returns {Found} */
  #result(call) {
    const key = [call.place.cells, call.place.turn, call.alpha, call.beta].join();
    const found = this.#found.get(key) ?? this.#search(call);
    this.#found.set(key, found);
    return found;
  }

  /** @param {Call} call @returns {Found} */
  #search(call) {
    const isMax = call.place.turn === this.player;
    const children = this.children(call);
    if (!children.length) {
      const value = isWon(call.place) ? (isMax ? -1 : 1) : 0;
      return { value, low: value, high: value, plies: 0 };
    }
    const all = children.flatMap(({ found }) => found ?? []);
    const edge = isMax ? Math.max : Math.min;
    const value = edge(...all.map((it) => it.value));
    const ends = all.filter((it) => it.value === value).map(({ plies }) => plies);
    const isCut = all.length < children.length;
    return {
      value,
      low: isCut && !isMax ? -1 : edge(...all.map(({ low }) => low)),
      high: isCut && isMax ? 1 : edge(...all.map(({ high }) => high)),
      plies: 1 + Math.min(...ends),
    };
  }

  /** What the search does at a place, move by move.
      @param {Call} call @param {Move[]} moves @returns {Child[]} */
  children({ place, alpha, beta, path }, moves = movesOf(place)) {
    let isCut = false;
    return moves.map(({ at, mark, place: after }) => {
      const child = { at, mark, place: after, alpha, beta, path: path + at + mark };
      if (isCut) return child;
      const found = this.#result(child);
      if (place.turn === this.player) alpha = Math.max(alpha, found.value);
      else beta = Math.min(beta, found.value);
      isCut = this.cut === ">" ? alpha > beta : alpha >= beta;
      return { ...child, found };
    });
  }

  /** What the player finds where it is to move. @param {Place} place @param {Move[]} [moves] */
  root(place, moves) {
    const children = this.children({ ...UNBOUNDED, place }, moves);
    const value = this.truth(place);
    const equals = children.filter(({ found }) => found?.value === value);
    const plies = equals.map(({ found }) => Number(found?.plies));
    const fastest = equals[plies.indexOf(Math.min(...plies))];
    return { search: this, place, children, value, equals, fastest };
  }

  /** How a move looks better than it is: the way from it down to a cut reply that refutes what
      leads there. Empty if the move is worth what the search returned.
      @param {Child} child @returns {Child[]} */
  wayToCut(child) {
    const value = Number(child.found?.value);
    if (this.truth(child.place) >= value) return [];
    const worse = this.children(child).filter(({ place }) => this.truth(place) < value);
    const unseen = worse.find(({ found }) => !found);
    if (unseen) return [child, unseen];
    const [reply] = worse; // returned a bound, because one of its answers did
    const answers = this.children(reply).filter(({ found }) => Number(found?.value) >= value);
    return [child, reply, ...this.wayToCut(answers[0])];
  }
}
