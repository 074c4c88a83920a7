/** How the moves of a tree are shown: numbered, written, marked. */
import type { MoveReview, PlayedMove } from "../net/wire.gen";
import type { Branch, Path } from "./tree";

export const keyOf = (path: Path): string => path.join(" ");

/** Moves as they are written and said, by the path that ends with them. */
export type Words = ReadonlyMap<string, PlayedMove>;

/** The words of the moves of one line. */
export const wordsIn = (history: readonly PlayedMove[]): [string, PlayedMove][] =>
  history.map((entry, index) => [keyOf(history.slice(0, index + 1).map(({ text }) => text)), entry]);

export interface ShownMove {
  key: string;
  path: string[];
  /** "3." before the first player's move, "3…" where a variation begins with the other's. */
  number: string;
  words: string;
  said: string;
  sign: string;
  judgement: MoveReview["judgement"];
}

/** The sign of a judgement, as players write it. */
export const SIGN_OF = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

/** The number of a move of two players who move in turn, counted from the start of the tree. */
export const numberOf = (ply: number, begins: boolean): string => (ply % 2 ? `${(ply + 1) / 2}.` : begins ? `${ply / 2}…` : "");

export interface Row {
  number: string;
  moves: { branch: Branch; path: string[] }[];
  /** Comments and variations that stand below the row. */
  below: { branch: Branch; before: string[]; instead: Branch }[];
  comments: string[];
}

/** The last row, if it has one move and nothing below it. */
function openRow(rows: readonly Row[]): Row | undefined {
  const last = rows.at(-1);
  return last && !last.below.length && !last.comments.length && last.moves.length === 1 ? last : undefined;
}

/** The main line in rows of one or two moves; a row ends where something stands below it. */
export function rowsOf(next: readonly Branch[], paired: boolean): Row[] {
  const rows: Row[] = [];
  let before: string[] = [];
  let here = next;
  for (let ply = 1; here[0]; ply += 1) {
    const [main, ...others]: readonly Branch[] = here;
    if (!main) break;
    const path = [...before, main.move];
    const open = paired && ply % 2 === 0 ? openRow(rows) : undefined;
    const row: Row = open ?? { number: paired ? numberOf(ply, true) : `${ply}.`, moves: [], below: [], comments: [] };
    if (!open) rows.push(row);
    row.moves.push({ branch: main, path });
    if (main.comment) row.comments.push(main.comment);
    for (const branch of others) row.below.push({ branch, before, instead: main });
    before = path;
    here = main.next;
  }
  return rows;
}

/** What is said of a move: the sign that was put on it, else the engine's. */
export const signOf = (branch: Branch, review: MoveReview | undefined): string =>
  branch.mark ?? (review?.judgement ? SIGN_OF[review.judgement] : "");

export const shownMove = (
  branch: Branch,
  path: Path,
  entry: PlayedMove | undefined,
  review: MoveReview | undefined,
  write: (entry: PlayedMove) => string,
  said: string,
  number: string,
): ShownMove => ({
  key: path.join(" "),
  path: [...path],
  number,
  words: entry ? write(entry) : branch.move,
  said,
  sign: signOf(branch, review),
  judgement: branch.mark ? null : review?.judgement,
});
