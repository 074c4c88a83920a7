/** Puzzles from the server; without an account, the tries of this browser. */
import { get, post, query } from "../net/api";
import type { PuzzleAnswer, PuzzleAttempt, PuzzleGame, PuzzleTry, PuzzleView } from "../net/wire.gen";
import { readStored, store } from "./storage";

const path = (game: string, ...parts: string[]): string => ["/puzzles", ...[game, ...parts].map(encodeURIComponent)].join("/");

export const puzzleGames = (): Promise<PuzzleGame[]> => get("/puzzles");
export const puzzle = (game: string, id: string): Promise<PuzzleView> => get(path(game, id));
export const nextPuzzle = (game: string, theme: string, after: string): Promise<PuzzleView> =>
  get(`${path(game, "next")}${query({ theme, after })}`);
export const puzzleHistory = (game: string): Promise<PuzzleTry[]> => get(path(game, "history"));
export const attempt = (game: string, id: string, tried: PuzzleAttempt): Promise<PuzzleAnswer> => post(path(game, id, "attempts"), tried);

// -- without an account ---------------------------------------------------------------------------------------

/** What a browser has tried at a game: the first try of each puzzle counts. */
export interface LocalTries {
  streak: number;
  best: number;
  tries: { puzzle: string; at: number; solved: boolean }[];
}

const KEY = "tablier.puzzles";
const MOST = 200;
const NONE: LocalTries = { streak: 0, best: 0, tries: [] };

function all(): Record<string, LocalTries> {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, LocalTries>) : {};
  } catch {
    return {};
  }
}

export function localTries(game: string): LocalTries {
  const found = all()[game];
  return found && Array.isArray(found.tries) ? found : NONE;
}

/** The tries after one more; a puzzle that was tried before changes nothing. */
export function withTry(before: LocalTries, puzzle: string, solved: boolean, at: number): LocalTries {
  if (before.tries.some((one) => one.puzzle === puzzle)) return before;
  const streak = solved ? before.streak + 1 : 0;
  return { streak, best: Math.max(streak, before.best), tries: [{ puzzle, at, solved }, ...before.tries].slice(0, MOST) };
}

export function storeTry(game: string, puzzle: string, solved: boolean): LocalTries {
  const after = withTry(localTries(game), puzzle, solved, Date.now());
  store(KEY, JSON.stringify({ ...all(), [game]: after }));
  return after;
}
