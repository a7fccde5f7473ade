/* The alpha-beta search, with a record of all that it does. */

/** A place, the window given to the search there, and the path: the names of the moves to it.
    @typedef {{ place: Place, alpha: number, beta: number, path: string }} Call */
/** What a search returned, and between which values the true one lies.
    @typedef {{ value: number, low: number, high: number }} Found */
/** What a search did with a move: what that returned, and the window afterwards.
    @typedef {Call & { found: Found, next: { alpha: number, beta: number } }} Child */
/** A search from a place: its moves, the right value, and the moves that look equally good.
    @typedef {ReturnType<Search["root"]>} Root */

class Search {
  /** @type {Map<string, Found>} */ #found = new Map();

  /** @param {string} cut where alpha is that to beta: >= or > */
  constructor(cut) {
    this.cut = cut;
  }

  /** Whether the search never is at a place. @param {Call} call */
  isCut = ({ alpha, beta }) => (this.cut === ">" ? alpha > beta : alpha >= beta);

  /** The value of a place: with a full window, it is exact. @param {Place} place */
  truth = (place) => this.result({ place, alpha: -Infinity, beta: Infinity, path: "" }).value;

  /** @param {Call} call @returns {Found} */
  result(call) {
    const key = [call.place.key, call.alpha, call.beta].join();
    const found = this.#found.get(key) ?? this.#search(call);
    this.#found.set(key, found);
    return found;
  }

  /** @param {Call} call @returns {Found} */
  #search(call) {
    const { isMax, value, most } = call.place;
    if (this.isCut(call)) return { value: isMax ? Infinity : -Infinity, low: -most, high: most };
    if (value !== undefined) return { value, low: value, high: value };
    const all = this.children(call).map(({ found }) => found);
    const edge = isMax ? Math.max : Math.min;
    return {
      value: edge(...all.map((it) => it.value)),
      low: edge(...all.map((it) => it.low)),
      high: edge(...all.map((it) => it.high)),
    };
  }

  /** What the search does at a place, move by move.
      @param {Call} call @param {Place[]} moves @returns {Child[]} */
  children({ place: { isMax, moves: all }, alpha, beta, path }, moves = all()) {
    return moves.map((place) => {
      const call = { place, alpha, beta, path: `${path}/${place.name}` };
      const found = this.result(call);
      if (isMax) alpha = Math.max(alpha, found.value);
      else beta = Math.min(beta, found.value);
      return { ...call, found, next: { alpha, beta } };
    });
  }

  /** @param {Place} place @param {Place[]} [moves] */
  root(place, moves) {
    const call = { place, alpha: -Infinity, beta: Infinity, path: "" };
    const children = this.children(call, moves);
    const value = this.truth(place);
    const equals = children.filter(({ found }) => found.value === value);
    return { search: this, call, children, value, equals };
  }

  /** How a move looks better than it is: the way from it down to a cut move. First to a reply that
      has the move's true value; if all of those were searched, on to an answer that made one look
      better. Preferably, what was cut has the move's value, too.
      @param {Child} child @returns {Child[]} nothing if the move is worth what it returned */
  wayToCut(child) {
    const truth = this.truth(child.place);
    if (truth === child.found.value) return [];
    const replies = this.children(child).filter(({ place }) => this.truth(place) === truth);
    const unseen = replies.find(this.isCut);
    if (unseen) return [child, unseen];
    const ways = replies.flatMap((reply) =>
      this.children(reply)
        .filter(({ found }) => found.value === reply.found.value)
        .map((answer) => [child, reply, ...this.wayToCut(answer)]),
    );
    return ways.find((way) => this.truth(way[way.length - 1].place) === truth) ?? ways[0];
  }
}
