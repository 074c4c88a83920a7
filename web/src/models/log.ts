/** Table events folded into what the page lists: entries and chat. */
import { after, type Scene, type Taken } from "./scene";
import type { AnyTableEvent, BoardEvent, Cause, Player, WireText } from "../net/wire.gen";
import { leavingOf, type Leaving } from "./leaving";

/** A move, a roll or a declaration, in the order of the record. */
export interface Entry {
  text: string;
  seat: number | null;
  events: BoardEvent[];
  said: WireText | null;
  /** Why a player declared to have left. */
  cause?: Cause | null;
  /** As players of the game write it; null where that is the text. */
  written: WireText | null;
}

export interface Talk {
  player: Player;
  phrase: string | null;
  text: string | null;
}

export interface Log {
  entries: readonly Entry[];
  /** What was said, and who left or came back. */
  talk: readonly (Talk | Leaving)[];
  /** Who sat down, by seat, also where an engine plays by now. */
  players: Readonly<Record<number, Player>>;
}

export const EMPTY: Log = { entries: [], talk: [], players: {} };

export function fold(log: Log, event: AnyTableEvent): Log {
  const left = leavingOf(event, log.players);
  return foldEvent(left ? { ...log, talk: [...log.talk, left] } : log, event);
}

function foldEvent(log: Log, event: AnyTableEvent): Log {
  switch (event.type) {
    case "moved":
      return {
        ...log,
        entries: [
          ...log.entries,
          { text: event.text, seat: event.seat, events: event.events, said: event.said, written: event.written ?? null },
        ],
      };
    case "declared":
      return {
        ...log,
        entries: [
          ...log.entries,
          { text: event.text, seat: event.seat, events: event.events ?? [], said: null, written: null, cause: event.cause ?? null },
        ],
      };
    case "tookback":
      return { ...log, entries: log.entries.slice(0, Math.max(0, log.entries.length - event.plies)) };
    case "said":
      return { ...log, talk: [...log.talk, { player: event.player, phrase: event.phrase ?? null, text: event.text ?? null }] };
    case "sat":
      return { ...log, players: { ...log.players, [event.seat]: event.player } };
    case "renamed":
      return { ...log, players: renamed(log.players, event.player) };
    default:
      return log;
  }
}

const renamed = (players: Log["players"], now: Player): Log["players"] =>
  Object.fromEntries(Object.entries(players).map(([seat, player]) => [seat, player.id === now.id ? now : player]));

/** A token that left the board in a move of the seat `by`. */
export type TakenBy = Taken & { by: number | null };

/** The scene after the first `ply` entries, and all tokens taken so far. */
export function sceneAt(start: Scene, entries: readonly Entry[], ply: number): { scene: Scene; taken: TakenBy[] } {
  let scene = start;
  const taken: TakenBy[] = [];
  for (const entry of entries.slice(0, ply)) {
    const step = after(scene, entry.events);
    scene = step.scene;
    taken.push(...step.taken.map((one) => ({ ...one, by: entry.seat })));
  }
  return { scene, taken };
}

/** The cells that events touch, in order. */
export function cellsOf(events: readonly BoardEvent[]): string[] {
  return [...new Set(events.flatMap((event) => [event.cell, event.to]).filter((cell): cell is string => Boolean(cell)))];
}

/** The last roll. */
export function lastRoll(entries: readonly Entry[]): number | null {
  for (const entry of entries.toReversed()) for (const event of entry.events) if (event.verb === "roll") return event.value ?? null;
  return null;
}
