/* What limits a search: time, or the number of positions that it makes. */

/** Ends a search that its clock has stopped. What it has found so far is kept. */
class TimeUp extends Error {}

export class Clock {
  nodes = 0; // the positions made so far
  most = Infinity; // those made when the search must end
  deadline = Infinity; // as performance.now() tells it

  /** Count a position made. Throws TimeUp. */
  spend() {
    this.nodes++;
    const isLate = this.nodes % 64 === 0 && performance.now() >= this.deadline;
    if (isLate || this.nodes > this.most) throw new TimeUp();
  }
}

/** Do some work, as far as the time goes. @param {() => void} work */
export function inTime(work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
  }
}
