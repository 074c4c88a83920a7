/** Tokens and gauges of a position, and how board events change them; the same rules as core.scene. */
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

/** The scene after the events, and the tokens that left the board. */
export function after(scene: Scene, events: readonly BoardEvent[]): { scene: Scene; taken: Taken[] } {
  const tokens = { ...scene.tokens };
  const gauges = { ...scene.gauges };
  const taken: Taken[] = [];
  for (const event of events) {
    const { verb, cell, to } = { ...event, cell: event.cell ?? "", to: event.to ?? "" };
    const token = tokens[cell];
    switch (verb) {
      case "move":
        set(tokens, to, token);
        set(tokens, cell, null);
        break;
      case "swap":
        set(tokens, cell, tokens[to]);
        set(tokens, to, token);
        break;
      case "add":
      case "alter":
        set(tokens, cell, event.token);
        break;
      case "remove":
        if (token) taken.push({ cell, token });
        set(tokens, cell, null);
        break;
      case "gauge":
        set(gauges, event.gauge ?? "", event.value);
        break;
      case "roll":
      case "pass":
        break;
    }
  }
  return { scene: { tokens, gauges }, taken };
}

function set<T>(values: Record<string, T>, key: string, value: T | null | undefined): void {
  if (value === undefined || value === null) delete values[key];
  else values[key] = value;
}

export function sameTokens(one: Record<string, WireToken>, other: Record<string, WireToken>): boolean {
  const cells = Object.keys(one);
  return (
    cells.length === Object.keys(other).length &&
    cells.every((cell) => one[cell]?.[0] === other[cell]?.[0] && one[cell]?.[1] === other[cell]?.[1])
  );
}
