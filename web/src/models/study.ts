/** Studies: the tree of a chapter, which is written flat, and what a reader has solved. */
import type { Frame, StudyChapter, StudyMove } from "../net/wire.gen";
import { fetchPosition, framesOf } from "./positions";
import { written } from "./names";
import { readStored, store } from "./storage";

/** The position of a chapter, before its first move. */
export const ROOT = -1;
type Moves = readonly StudyMove[];

const afterOf = (move: StudyMove): number => move.after ?? ROOT;

/** The moves that follow one, the main line first. */
export const following = (moves: Moves, at: number): number[] => moves.flatMap((move, index) => (afterOf(move) === at ? [index] : []));

/** The moves that lead to one, itself the last. */
export function pathTo(moves: Moves, at: number): number[] {
  const path: number[] = [];
  for (let index = at; index !== ROOT; index = afterOf(moves[index] as StudyMove)) path.unshift(index);
  return path;
}

export const textsTo = (moves: Moves, at: number): string[] => pathTo(moves, at).map((index) => moves[index]?.move ?? "");

/** The tree with a move played after another; one that is there already is found again. */
export function withMove(moves: Moves, at: number, text: string): { moves: StudyMove[]; index: number } {
  const known = following(moves, at).find((index) => moves[index]?.move === text);
  if (known !== undefined) return { moves: [...moves], index: known };
  return { moves: [...moves, { move: text, after: at }], index: moves.length };
}

/** The tree without a move and all that follows it. */
export function withoutMove(moves: Moves, at: number): StudyMove[] {
  const gone = new Set(moves.flatMap((_, index) => (pathTo(moves, index).includes(at) ? [index] : [])));
  const kept = [...moves.keys()].filter((index) => !gone.has(index));
  const place = new Map(kept.map((index, now) => [index, now]));
  return kept.map((index) => {
    const move = moves[index] as StudyMove;
    return { ...move, after: place.get(afterOf(move)) ?? ROOT };
  });
}

/** The tree with a move before its sisters: it is the main line then. Moves are written anew, each after the one it follows. */
export function withMainLine(moves: Moves, at: number): StudyMove[] {
  const order: number[] = [];
  const visit = (from: number): void => {
    const next = following(moves, from);
    for (const index of next.includes(at) ? [at, ...next.filter((one) => one !== at)] : next) {
      order.push(index);
      visit(index);
    }
  };
  visit(ROOT);
  const place = new Map(order.map((index, now) => [index, now]));
  return order.map((index) => {
    const move = moves[index] as StudyMove;
    return { ...move, after: place.get(afterOf(move)) ?? ROOT };
  });
}

/** A wrong try that the author has answered: a variation marked with a question mark. */
export const isMistake = ({ mark = "" }: StudyMove): boolean => mark.startsWith("?");

/** The frames of a chapter and its moves as players write them, by index; the first frame is that of `ROOT`. */
export interface ChapterView {
  start: Frame;
  frames: Frame[];
  words: string[];
}

export async function viewChapter({ game, options = {}, position, moves = [] }: StudyChapter): Promise<ChapterView> {
  const asked = { game, options, ...(position ? { position } : {}) };
  const ends = [...moves.keys()].filter((index) => !following(moves, index).length);
  const start = (await fetchPosition({ ...asked, moves: [] })).start;
  const view: ChapterView = { start, frames: [], words: [] };
  for (const end of ends) {
    const path = pathTo(moves, end);
    const seen = await fetchPosition({ ...asked, moves: textsTo(moves, end) });
    const frames = framesOf(seen);
    for (const [ply, index] of path.entries()) {
      const [frame, entry] = [frames[ply + 1], seen.history[ply]];
      if (frame) view.frames[index] = frame;
      if (entry) view.words[index] = written(entry);
    }
  }
  return view;
}

const keyOf = (study: string): string => `tablier.study.${study}`;

/** The exercises of a study that were solved in this browser, by their titles. */
export function solvedOf(study: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(study)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export function storeSolved(study: string, title: string): string[] {
  const solved = [...new Set([...solvedOf(study), title])];
  store(keyOf(study), JSON.stringify(solved));
  return solved;
}
