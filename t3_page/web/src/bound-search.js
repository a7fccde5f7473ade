/* The alpha-beta search that bound.html explains: of tic-tac-toe, and of T3 on 3 x 3. */

import { read } from "./address.js";
import { numbersOf, range, sideOf, TARGET } from "./rules.js";

/** Nine cells by rows, one character each, - if empty, and the side to move.
    @typedef {{ cells: string, turn: string }} Place */
/** @typedef {{ at: number, mark: string }} Mark */
/** What a search found: a value for its player, and between which values the true one lies.
    @typedef {{ value: number, low: number, high: number, plies: number }} Found */
/** A place, and the window given to the search there.
    @typedef {{ place: Place, alpha?: number, beta?: number }} Call */
/** A move, where it leads, the window given to the search there, and what that returned; nothing
    if it was cut.
    @typedef {{ move: Mark, place: Place, alpha: number, beta: number, found?: Found }} Child */
/** What each side can place, the order in which cells are searched, and whether the player prefers,
    of equal values, the one that seems to end sooner.
    @typedef {{ marks: Record<string, string[]>, order: number[], hurries: boolean,
      isLine: (marks: string[]) => boolean }} Rules */
/** What a player finds where it is to move: the right value, the moves that look equally good, and
    the one of them that seems to end soonest.
    @typedef {ReturnType<Search["root"]>} Root */

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

/** @type {Rules} */
export const TIC_TAC_TOE = {
  marks: { X: ["X"], O: ["O"] },
  order: range(0, 8),
  hurries: false,
  isLine: ([first, ...others]) => first !== "-" && others.every((it) => it === first),
};

/** @type {Rules} */
export const T3 = {
  marks: { odds: numbersOf(true).map(String), evens: numbersOf(false).map(String) },
  order: [0, 3, 6, 1, 4, 7, 2, 5, 8],
  hurries: true,
  isLine: (marks) => marks.reduce((sum, it) => sum + Number(it), 0) === TARGET,
};

/** @param {Rules} rules @param {Place} place */
export const isWon = (rules, { cells }) =>
  LINES.some((line) => rules.isLine([...line].map((at) => cells[+at])));

/** @param {Rules} rules @param {Place} place */
export const isOver = (rules, place) => isWon(rules, place) || !place.cells.includes("-");

/** The other side. @param {Rules} rules @param {string} side */
export const opponent = ({ marks }, side) => Object.keys(marks).filter((it) => it !== side)[0];

/** @param {Rules} rules @param {Place} place @param {Mark} move @returns {Place} */
export const after = (rules, { cells, turn }, { at, mark }) => ({
  cells: cells.slice(0, at) + mark + cells.slice(at + 1),
  turn: opponent(rules, turn),
});

/** @param {Rules} rules @param {Place} place @returns {Mark[]} */
export const movesOf = (rules, { cells, turn }) =>
  rules.order
    .filter((at) => cells[at] === "-")
    .flatMap((at) => rules.marks[turn].map((mark) => ({ at, mark })));

/** Alpha-beta to the end of the game, for one player: 1 if it wins, 0 for a tie, -1 if it loses. Of
    equal values it returns the plies of the one that ends sooner. It remembers each call. */
export class Search {
  /** @type {Map<string, Found>} */ #found = new Map();

  /** @param {Rules} rules @param {string} player @param {boolean} strict whether it cuts by >, not >= */
  constructor(rules, player, strict = false) {
    this.rules = rules;
    this.player = player;
    this.strict = strict;
  }

  /** The value of a place: with a full window, it is exact. @param {Place} place */
  truth = (place) => this.#result({ place }).value;

  /** @param {Call} call @returns {Found} */
  #result({ place, alpha = -Infinity, beta = Infinity }) {
    const key = [place.cells, place.turn, alpha, beta].join();
    const found = this.#found.get(key) ?? this.#search({ place, alpha, beta });
    this.#found.set(key, found);
    return found;
  }

  /** @param {Call} call @returns {Found} */
  #search(call) {
    const { rules, player } = this;
    const { place } = call;
    const isMax = place.turn === player;
    if (isOver(rules, place)) {
      const value = isWon(rules, place) ? (isMax ? -1 : 1) : 0;
      return { value, low: value, high: value, plies: 0 };
    }
    const children = this.children(call);
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
      @param {Call} call @param {Mark[]} moves @returns {Child[]} */
  children({ place, alpha = -Infinity, beta = Infinity }, moves = movesOf(this.rules, place)) {
    let isCut = false;
    return moves.map((move) => {
      const child = { move, place: after(this.rules, place, move), alpha, beta };
      if (isCut) return child;
      const found = this.#result(child);
      if (place.turn === this.player) alpha = Math.max(alpha, found.value);
      else beta = Math.min(beta, found.value);
      isCut = this.strict ? alpha > beta : alpha >= beta;
      return { ...child, found };
    });
  }

  /** What the player finds where it is to move. @param {Place} place @param {Mark[]} [moves] */
  root(place, moves) {
    const children = this.children({ place }, moves);
    const value = this.truth(place);
    const equals = children.filter(({ found }) => found?.value === value);
    const plies = equals.map(({ found }) => Number(found?.plies));
    const fastest = equals[plies.indexOf(Math.min(...plies))];
    return { search: this, place, children, value, equals, fastest };
  }

  /** Why a move looks better than it is: the way to a place whose search was cut before a reply that
      refutes it. The way begins with the move; its last place is the one that was cut. Nothing if
      the move is worth what the search returned.
      @param {Child} child @returns {{ way: Child[], reply: Child, unseen: Child } | undefined} */
  lie(child) {
    const value = Number(child.found?.value);
    if (this.truth(child.place) >= value) return undefined;
    const replies = this.children(child);
    const worse = replies.filter(({ place }) => this.truth(place) < value);
    const unseen = worse.find(({ found }) => !found);
    const [reply] = replies.filter(({ found }) => found).slice(-1);
    if (unseen) return { way: [child], reply, unseen };
    // The refutation was searched, so the lie is further down: after one of the answers to it.
    return worse
      .flatMap((reply) =>
        this.children(reply)
          .filter(({ found }) => found?.value === value)
          .flatMap((answer) => {
            const deeper = this.lie(answer);
            return deeper ? [{ ...deeper, way: [child, reply, ...deeper.way] }] : [];
          }),
      )
      .sort((one, other) => one.way.length - other.way.length)[0];
  }
}

/** A position of T3, such as 261/001/000 evens. Throws an Error if it can't be explained.
    @param {string} text @returns {Place} */
export function placeOf(text) {
  const { board, odd } = read(text.trim().toLowerCase()).game.start;
  const place = { cells: board.flat().join("").replaceAll("0", "-"), turn: sideOf(odd) };
  const empty = place.cells.split("-").length - 1;
  if (board.length !== 3) throw new Error("Only positions on 3 x 3, such as 261/001/000 evens.");
  if (isOver(T3, place)) throw new Error("In this position the game is over.");
  if (empty > 6) throw new Error(`This position has ${empty} empty cells. At most 6, please.`);
  return place;
}
