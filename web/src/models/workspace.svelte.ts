/** The analysis that a page works on: its tree, what the moves are called, and what an engine thinks of them. Everything is kept as it changes. */
import type { MoveReview, PositionView } from "../net/wire.gen";
import { analysisOf, keep, type KeptReview } from "./analyses";
import { contains, EMPTY, lines, play, type Path, type Tree } from "./tree";
import { keyOf, wordsIn, type Words } from "./treeView";

export class Workspace {
  tree = $state.raw<Tree>(EMPTY);
  reviews = $state.raw<Readonly<Record<string, KeptReview>>>({});
  /** The moves as they are written and said, by the path that ends with them. */
  words = $state.raw<Words>(new Map());
  #start = "";

  /** Come to a line: of the tree at hand, of one that was kept, or the first of a new one. */
  open(start: string, line: Path): void {
    if (start === this.#start && line.length && contains(this.tree, line)) return;
    const kept = analysisOf(start, line);
    if (start !== this.#start) this.words = new Map();
    this.#start = start;
    this.tree = kept?.tree ?? play(EMPTY, [], ...line);
    this.reviews = kept?.reviews ?? {};
  }

  /** Begin with a tree that came from elsewhere. */
  bring(start: string, tree: Tree, line: Path): void {
    this.#start = start;
    this.words = new Map();
    this.reviews = {};
    this.change(tree, line);
  }

  change(tree: Tree, line: Path): void {
    this.tree = tree;
    keep({ start: this.#start, tree, reviews: this.reviews }, line);
  }

  /** Take what an engine thinks of a line. */
  review(line: Path, found: readonly MoveReview[]): void {
    const fresh = Object.fromEntries(found.map((one) => [keyOf(line.slice(0, one.ply)), { ...one, move: line[one.ply] }]));
    this.reviews = { ...this.reviews, ...fresh };
    keep({ start: this.#start, tree: this.tree, reviews: this.reviews }, line);
  }

  /** Learn how the moves of a line are written. */
  learn({ history }: PositionView): void {
    this.words = new Map([...this.words, ...wordsIn(history)]);
  }

  /** The first line whose moves are not all known by their words; null when all are. */
  get unknown(): string[] | null {
    return lines(this.tree).find((line) => line.length && !this.words.has(keyOf(line))) ?? null;
  }
}
