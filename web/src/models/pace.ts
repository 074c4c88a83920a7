/** Messages shown at a human pace: what a computer does is held back until the player has seen what came before. */

/** Milliseconds for which a position stands before a computer's answer replaces it. */
export const PACE = 600;

export class PacedMessages<T> {
  readonly #held: T[] = [];
  #shownAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `waits` tells whether a message is to be held back; `show` shows it. */
  constructor(
    private readonly waits: (message: T) => boolean,
    private readonly show: (message: T) => void,
  ) {}

  /** Show a message when it is due, after all that were received before it. */
  receive(message: T): void {
    this.#held.push(message);
    if (!this.#timer) this.#proceed();
  }

  /** Show all that is held back, at once. */
  flush(): void {
    this.stop();
    for (const message of this.#held.splice(0)) this.#showOne(message);
  }

  /** Show nothing more until something is received. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #proceed(): void {
    this.#timer = null;
    for (let next = this.#held[0]; next !== undefined; next = this.#held[0]) {
      const wait = this.waits(next) ? this.#shownAt + PACE - performance.now() : 0;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#proceed(), wait);
        return;
      }
      this.#held.shift();
      this.#showOne(next);
    }
  }

  #showOne(message: T): void {
    this.#shownAt = performance.now();
    this.show(message);
  }
}
