/** Studies: the chapters as the pages work with them, and what a reader has solved. */
import type { PositionRequest, StudyChapter } from "../net/wire.gen";
import { fetchPosition } from "./positions";
import { readStored, store } from "./storage";
import { fromList, lines, type Branch, type Tree } from "./tree";
import { wordsIn, type Words } from "./treeView";

export const treeOf = ({ moves = [] }: StudyChapter): Tree => fromList(moves);

/** The position that a chapter begins with, as it is asked for. */
export const startOf = ({ game, options = {}, position }: StudyChapter): PositionRequest => ({
  game,
  options,
  ...(position ? { position } : {}),
});

/** The moves of a chapter as players write them. */
export async function wordsOf(chapter: StudyChapter): Promise<Words> {
  const asked = lines(treeOf(chapter)).map((moves) => fetchPosition({ ...startOf(chapter), moves }));
  return new Map((await Promise.all(asked)).flatMap(({ history }) => wordsIn(history)));
}

/** A wrong try that the author has answered: a variation marked with a question mark. */
export const isMistake = ({ mark }: Branch): boolean => mark?.startsWith("?") ?? false;

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
