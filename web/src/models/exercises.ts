/** Exercises made of the clauses' examples, and which of them are done. */
import type { PositionView, WireClause, WireExample } from "../net/wire.gen";
import { readStored, store } from "./storage";

/** Find the move; say whether a move is allowed; look. */
export type Kind = "find" | "judge" | "look";

/** Refused moves are to be judged, and every second legal one, so that the question does not give the answer away. */
export function kindOf(example: WireExample, number: number, before: Pick<PositionView, "frame">, whole: Pick<PositionView, "why">): Kind {
  const tried = example.moves.at(-1);
  if (tried === undefined || tried.startsWith("!") || typeof before.frame.actor !== "number") return "look";
  return whole.why || number % 2 === 1 ? "judge" : "find";
}

export const lessonsOf = (clauses: readonly WireClause[]): WireClause[] => clauses.filter((clause) => clause.examples.length);

const KEY = "tablier.learned";

type Learned = Record<string, string[]>;

function all(): Learned {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Learned) : {};
  } catch {
    return {};
  }
}

/** The clauses of a game whose lessons were done in this browser. */
export function learned(game: string): string[] {
  const found = all()[game];
  return Array.isArray(found) ? found : [];
}

export function storeLearned(game: string, clauses: string[]): void {
  store(KEY, JSON.stringify({ ...all(), [game]: clauses }));
}
