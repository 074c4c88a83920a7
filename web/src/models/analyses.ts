/** The analyses of this browser: trees of variations and reviews of moves, the one worked on last first. */
import type { MoveReview } from "../net/wire.gen";
import { readStored, store } from "./storage";
import { contains, read, write, type Path, type Tree } from "./tree";

/** A review of a position and of the move that was played there. */
export type KeptReview = MoveReview & { readonly move?: string | undefined };

export interface Kept {
  /** What it starts from: a game, its options and a position, as text. */
  readonly start: string;
  readonly tree: Tree;
  /** By the moves that lead to a position, with blanks between them. */
  readonly reviews: Readonly<Record<string, KeptReview>>;
}

const KEY = "tablier.analyses";
const MOST = 12;
const MOST_CHARACTERS = 2_000_000;

export const startKey = (game: string, options: Record<string, string | number>, position: string): string =>
  JSON.stringify([game, Object.entries(options).sort(), position]);

export function keptAnalyses(): Kept[] {
  let found: unknown;
  try {
    found = JSON.parse(readStored(KEY) ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: unknown): Kept[] => {
    const { start, tree, reviews } = (one ?? {}) as { start?: unknown; tree?: unknown; reviews?: Record<string, KeptReview> };
    const known = typeof tree === "string" ? read(tree) : null;
    return typeof start === "string" && known ? [{ start, tree: known, reviews: reviews ?? {} }] : [];
  });
}

/** The analysis that holds a line; a line without moves begins a new one. */
export const analysisOf = (start: string, line: Path, all: readonly Kept[] = keptAnalyses()): Kept | null =>
  (line.length && all.find((one) => one.start === start && contains(one.tree, line))) || null;

/** The analyses after one was worked on: it replaces the one that it grew from. */
export function withAnalysis(all: readonly Kept[], kept: Kept, line: Path): Kept[] {
  const others = all.filter((one) => one.start !== kept.start || !line.length || !contains(one.tree, line));
  const list = [kept, ...others].slice(0, MOST);
  while (list.length > 1 && packed(list).length > MOST_CHARACTERS) list.pop();
  return list;
}

const packed = (all: readonly Kept[]): string =>
  JSON.stringify(all.map(({ start, tree, reviews }) => ({ start, tree: write(tree), reviews })));

/** Keep an analysis; `line` is a line of it that tells it apart from others. */
export function keep(kept: Kept, line: Path): void {
  if (kept.tree.next.length || kept.tree.comment) store(KEY, packed(withAnalysis(keptAnalyses(), kept, line)));
}
