/** The timing of a move's animation: steps in sequence, captures and changes as the piece arrives. */
import type { BoardEvent } from "../net/wire.gen";

export interface Timed {
  event: BoardEvent;
  /** In milliseconds from the beginning. */
  start: number;
  duration: number;
}

const STEP = 240;
const FADE = 220;
/** No animation is longer than this, in milliseconds. */
const LONGEST = 1100;

export function timeline(events: readonly BoardEvent[]): Timed[] {
  const timed: Timed[] = [];
  let now = 0;
  for (const event of events) {
    switch (event.verb) {
      case "move":
      case "swap":
        timed.push({ event, start: now, duration: STEP });
        now += STEP;
        break;
      case "add":
      case "remove":
      case "alter":
        timed.push({ event, start: now, duration: FADE });
        break;
      case "roll":
      case "pass":
      case "gauge":
        break;
    }
  }
  const end = Math.max(0, ...timed.map(({ start, duration }) => start + duration));
  const scale = end > LONGEST ? LONGEST / end : 1;
  return timed.map(({ event, start, duration }) => ({ event, start: start * scale, duration: duration * scale }));
}
