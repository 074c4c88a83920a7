/** Turns of a game: what one player does before another acts, the rolls of the dice included. */
import type { BoardEvent, Cause, WireText } from "../net/wire.gen";

/** An entry of a game, at a table or in a replay. */
export interface Listed {
  text: string;
  said?: WireText | null;
  written?: WireText | null;
  /** The seat that acted, at a table; null for chance. */
  seat?: number | null;
  /** Who acted, in a replay. */
  actor?: number | "chance" | null;
  events: readonly BoardEvent[];
  /** Why a player declared to have left, at a table. */
  cause?: Cause | null;
}

export interface Turn<T extends Listed = Listed> {
  seat: number | null;
  /** The entries with their plies, counted from 1. */
  entries: { entry: T; ply: number }[];
}

export const seatOf = ({ seat, actor }: Listed): number | null => seat ?? (typeof actor === "number" ? actor : null);

export const isDeclared = ({ text }: Listed): boolean => text.startsWith("!");

/** The turns of a game: a roll belongs to the turn in which it is made, and what a seat does after it as well. */
export function turnsOf<T extends Listed>(history: readonly T[]): Turn<T>[] {
  const turns: Turn<T>[] = [];
  let rolled = false;
  for (const [index, entry] of history.entries()) {
    const seat = seatOf(entry);
    const last = turns.at(-1);
    const goesOn = last !== undefined && !isDeclared(entry) && (seat === null || (rolled && seat === last.seat));
    if (goesOn) last.entries.push({ entry, ply: index + 1 });
    else turns.push({ seat, entries: [{ entry, ply: index + 1 }] });
    rolled = seat === null;
  }
  return turns;
}

/** What each of the others did last since a player of `seats` acted; the last turn for one who plays no seat, or all. */
export function turnsSince<T extends Listed>(turns: readonly Turn<T>[], seats: readonly number[], places: number): Turn<T>[] {
  if (!seats.length || seats.length === places) return turns.slice(-1);
  const own = turns.findLastIndex(({ seat }) => seat !== null && seats.includes(seat));
  return own === turns.length - 1 ? turns.slice(-1) : lastOfEach(turns.slice(own + 1));
}

/** The last turns of each seat without another between them: a player who acts no more would see all turns of the others. */
function lastOfEach<T extends Listed>(turns: readonly Turn<T>[]): Turn<T>[] {
  const done = new Set<number | null>();
  return turns
    .toReversed()
    .filter(({ seat }, index, all) => {
      const later = all[index - 1];
      if (later && later.seat !== seat) done.add(later.seat);
      return !done.has(seat);
    })
    .toReversed();
}

/** A turn as it is drawn on the board: the ways of tokens that went somewhere, and the cells where something was put or taken. */
export interface Trace {
  seat: number | null;
  ways: [string, string][];
  cells: string[];
}

export function traceOf({ seat, entries }: Turn): Trace {
  const events = entries.flatMap(({ entry }) => entry.events);
  const ways = events.flatMap(({ verb, cell, to }): [string, string][] => (verb === "move" && cell && to ? [[cell, to]] : []));
  const cells = events.flatMap(({ verb, cell }) => ((verb === "add" || verb === "remove") && cell ? [cell] : []));
  return { seat, ways, cells: [...new Set(cells)] };
}
