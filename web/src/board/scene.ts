/** What stands on the board, and how events change it. The same rules as the server's scenes, on plain values. */
import type { BoardEvent, WireToken } from "../net/wire.gen";

export interface Scene {
  tokens: Record<string, WireToken>;
  gauges: Record<string, number>;
}

/** A token that left the board. */
export interface Taken {
  cell: string;
  token: WireToken;
}

/** The scene once the events have happened, and what left the board on the way. */
export function after(scene: Scene, events: readonly BoardEvent[]): { scene: Scene; taken: Taken[] } {
  const tokens = { ...scene.tokens };
  const gauges = { ...scene.gauges };
  const taken: Taken[] = [];
  for (const event of events) {
    const cell = event.cell ?? "";
    const to = event.to ?? "";
    const there = tokens[cell];
    switch (event.verb) {
      case "move":
        if (there) tokens[to] = there;
        delete tokens[cell];
        break;
      case "swap": {
        const other = tokens[to];
        if (there) tokens[to] = there;
        else delete tokens[to];
        if (other) tokens[cell] = other;
        else delete tokens[cell];
        break;
      }
      case "add":
      case "alter":
        if (event.token) tokens[cell] = event.token;
        break;
      case "remove":
        if (there) taken.push({ cell, token: there });
        delete tokens[cell];
        break;
      case "gauge":
        if (event.gauge) {
          if (event.value === undefined || event.value === null) delete gauges[event.gauge];
          else gauges[event.gauge] = event.value;
        }
        break;
      case "roll":
      case "pass":
        break;
    }
  }
  return { scene: { tokens, gauges }, taken };
}

export function sameTokens(one: Record<string, WireToken>, other: Record<string, WireToken>): boolean {
  const cells = Object.keys(one);
  return (
    cells.length === Object.keys(other).length &&
    cells.every((cell) => one[cell]?.[0] === other[cell]?.[0] && one[cell]?.[1] === other[cell]?.[1])
  );
}
