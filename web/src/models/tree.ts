/** A tree of variations: every move that was tried from a position, with marks and comments. Trees are values; a branch is named by the moves that lead to it. */
import type { RecordNote, StudyMove } from "../net/wire.gen";

export const MARKS = ["!", "?", "!?", "?!", "!!", "??"] as const;
export type Mark = (typeof MARKS)[number];

/** What follows a position: the first branch is the main line. */
export interface Tree {
  readonly comment?: string;
  readonly next: readonly Branch[];
}

export interface Branch extends Tree {
  readonly move: string;
  readonly mark?: Mark;
}

/** The moves from the start of a tree to one of its branches. */
export type Path = readonly string[];

export const EMPTY: Tree = { next: [] };
export const MOST_COMMENT = 2000;

/** The part of the tree after some moves; null where they were never played. */
export function at(tree: Tree, path: Path): Tree | null {
  let here: Tree = tree;
  for (const move of path) {
    const found = here.next.find((branch) => branch.move === move);
    if (!found) return null;
    here = found;
  }
  return here;
}

export const branchAt = (tree: Tree, path: Path): Branch | null => (path.length ? (at(tree, path) as Branch | null) : null);

export const contains = (tree: Tree, path: Path): boolean => at(tree, path) !== null;

/** The tree with what follows `path` replaced; unchanged where that was never played. */
function changed(tree: Tree, path: Path, change: (here: Tree) => Tree): Tree {
  const above = path.map((_, length) => at(tree, path.slice(0, length)));
  const here = at(tree, path);
  if (!here) return tree;
  return path.reduceRight<Tree>((made, move, index) => {
    const parent = above[index] ?? EMPTY;
    return { ...parent, next: parent.next.map((branch) => (branch.move === move ? (made as Branch) : branch)) };
  }, change(here));
}

/** The tree with moves played after `path`: what is there already stays, a new move becomes the last variation. */
export function play(tree: Tree, path: Path, ...moves: string[]): Tree {
  const known = moves.findIndex((_, index) => !contains(tree, [...path, ...moves.slice(0, index + 1)]));
  if (known < 0) return tree;
  const line = moves.slice(known).reduceRight<readonly Branch[]>((next, move) => [{ move, next }], []);
  return changed(tree, [...path, ...moves.slice(0, known)], (here) => ({ ...here, next: [...here.next, ...line] }));
}

/** The tree without a branch and all that follows it. */
export function remove(tree: Tree, path: Path): Tree {
  const last = path.at(-1);
  return changed(tree, path.slice(0, -1), (here) => ({ ...here, next: here.next.filter((branch) => branch.move !== last) }));
}

/** The tree in which the variation of a branch comes before the line that it leaves. */
export function promote(tree: Tree, path: Path): Tree {
  for (let length = path.length; length > 0; length -= 1) {
    const [before, move] = [path.slice(0, length - 1), path[length - 1]];
    const here = at(tree, before);
    if (here && here.next[0]?.move !== move && here.next.some((branch) => branch.move === move)) {
      return changed(tree, before, ({ next, ...rest }) => ({
        ...rest,
        next: [...next.filter((branch) => branch.move === move), ...next.filter((branch) => branch.move !== move)],
      }));
    }
  }
  return tree;
}

/** Whether all moves of a path are first choices. */
export const isMain = (tree: Tree, path: Path): boolean =>
  path.every((move, index) => at(tree, path.slice(0, index))?.next[0]?.move === move);

/** The tree with a mark on a branch; the same mark again takes it away. */
export function mark(tree: Tree, path: Path, sign: Mark): Tree {
  return changed(tree, path, (here) => {
    const { mark: old, ...rest } = here as Branch;
    return old === sign ? rest : { ...rest, mark: sign };
  });
}

/** The tree with a comment on a branch, or on its start; an empty one takes it away. */
export function comment(tree: Tree, path: Path, words: string): Tree {
  const said = words.trim().slice(0, MOST_COMMENT);
  return changed(tree, path, ({ comment: _, ...rest }) => (said ? { ...rest, comment: said } : rest));
}

/** A path and the main line after it, to its end. */
export function lineThrough(tree: Tree, path: Path): string[] {
  const line = [...path];
  for (let here = at(tree, path); here?.next[0]; here = here.next[0]) line.push(here.next[0].move);
  return line;
}

/** The lines to all ends, the main line first. */
export function lines(tree: Tree, path: Path = []): string[][] {
  if (!tree.next.length) return [[...path]];
  return tree.next.flatMap((branch) => lines(branch, [...path, branch.move]));
}

/** The path of the next or the previous variation at the same move; itself where there is none. */
export function beside(tree: Tree, path: Path, step: 1 | -1): string[] {
  const here = at(tree, path.slice(0, -1));
  const index = here?.next.findIndex((branch) => branch.move === path.at(-1)) ?? -1;
  const other = here?.next[index + step];
  return index < 0 || !other ? [...path] : [...path.slice(0, -1), other.move];
}

const SIGNS: Record<number, Mark> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** The tree of a record: its moves, and what it says beside them. */
export function fromRecord(moves: Path, notes: readonly RecordNote[] = []): Tree {
  let tree = play(EMPTY, [], ...moves);
  for (const { ply, comments = [], judgements = [], variations = [] } of notes) {
    const path = moves.slice(0, ply);
    if (comments.length) tree = comment(tree, path, comments.join("\n"));
    const sign = judgements.map((one) => SIGNS[one]).find(Boolean);
    if (sign && ply) tree = mark(tree, path, sign);
    for (const variation of variations) tree = play(tree, moves.slice(0, Math.max(0, ply - 1)), ...variation);
  }
  return tree;
}

// -- as a list ------------------------------------------------------------------------------------------------

/** The moves of a tree as a list, as studies and kept analyses store it: each names the one that it follows, a main line comes before its variations. */
export function listed(tree: Tree): StudyMove[] {
  const list: StudyMove[] = [];
  const add = (next: readonly Branch[], after: number): void => {
    for (const { move, mark: sign, comment: said, next: more } of next) {
      list.push({ move, ...(after < 0 ? {} : { after }), ...(said ? { comment: said } : {}), ...(sign ? { mark: sign } : {}) });
      add(more, list.length - 1);
    }
  };
  add(tree.next, -1);
  return list;
}

/** The tree of a list; one that is no tree has a move that follows none before it, which is an error. */
export function fromList(list: readonly StudyMove[]): Tree {
  const next: Branch[] = [];
  const branches: (Branch & { next: Branch[] })[] = [];
  for (const { move, after = -1, mark: sign, comment: said } of list) {
    const siblings = after < 0 ? next : branches[after]?.next;
    if (typeof move !== "string" || !siblings) throw new TypeError();
    const known = MARKS.find((one) => one === sign);
    const branch = { move, ...(known ? { mark: known } : {}), ...(said ? { comment: String(said) } : {}), next: [] };
    siblings.push(branch);
    branches.push(branch);
  }
  return { next };
}

export const write = (tree: Tree): string => JSON.stringify([tree.comment ?? "", listed(tree)]);

/** The tree of a text that `write` has written; null for any other. */
export function read(text: string): Tree | null {
  try {
    const [said, list] = JSON.parse(text) as [unknown, StudyMove[]];
    return typeof said === "string" && said ? { comment: said, ...fromList(list) } : fromList(list);
  } catch {
    return null;
  }
}
