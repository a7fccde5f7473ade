/* What limits a search, by time or by positions. */

/** Ends a search when its clock has run out. What it has found so far is kept. */
export class TimeUp extends Error {}

export class Clock {
  /** @param {number} seconds */
  constructor(seconds = Infinity) {
    this.deadline = Infinity;
    this.restart(seconds);
    /** The positions made so far, and those made when the search must end. */
    this.nodes = 0;
    this.most = Infinity;
  }

  /** Let the search go on for this long. @param {number} seconds */
  restart(seconds) {
    this.deadline = performance.now() + 1000 * seconds;
  }

  /** Let the search make this many positions more. Slow and fast computers then find the same.
      @param {number} positions */
  allow(positions) {
    this.most = this.nodes + positions;
  }

  /** Count a position made. Throws TimeUp. */
  spend() {
    this.nodes++;
    const isLate = this.nodes % 64 === 0 && performance.now() >= this.deadline;
    if (isLate || this.nodes > this.most) throw new TimeUp();
  }
}
