/** The stars earned in lessons: stored in this browser, and with the account of a player who has one. */
import { get, request } from "../net/api";
import type { Progress, WireChapter } from "../net/wire.gen";
import { isLoggedIn } from "./account.svelte";
import { readStored, store } from "./storage";

const KEY = "tablier.stars";
export const MOST_STARS = 3;

type Earned = Record<string, Record<string, number>>;

/** Read what was stored; anything that is no number of stars is left out. */
export function parseStars(text: string | null): Earned {
  const found: Earned = {};
  try {
    const all: unknown = JSON.parse(text ?? "{}");
    for (const [game, exercises] of Object.entries(all ?? {}))
      for (const [exercise, stars] of Object.entries((exercises as object | null) ?? {}))
        if (typeof stars === "number" && stars >= 0 && stars <= MOST_STARS) (found[game] ??= {})[exercise] = Math.floor(stars);
  } catch {
    // Not ours: begin anew.
  }
  return found;
}

/** The most stars of each exercise in either. */
export function mergeStars(one: Earned, other: Earned): Earned {
  const merged: Earned = {};
  for (const part of [one, other])
    for (const [game, exercises] of Object.entries(part))
      for (const [exercise, stars] of Object.entries(exercises))
        (merged[game] ??= {})[exercise] = Math.max(stars, merged[game]?.[exercise] ?? 0);
  return merged;
}

const earned = $state<{ all: Earned }>({ all: parseStars(readStored(KEY)) });

export const starsOf = (game: string, exercise: string): number => earned.all[game]?.[exercise] ?? 0;

/** The ids under which a chapter earns stars: its exercises, or the game that it is. */
export const exercisesOf = (chapter: WireChapter): string[] =>
  chapter.exercises.length ? chapter.exercises.map(({ id }) => id) : [`${chapter.id}-1`];

function set(all: Earned): void {
  earned.all = all;
  store(KEY, JSON.stringify(all));
}

/** Keep the stars of an exercise that was solved, if they are more than before. */
export function earn(game: string, exercise: string, stars: number): void {
  const mine: Earned = { [game]: { [exercise]: stars } };
  set(mergeStars(earned.all, mine));
  if (isLoggedIn()) void request("PUT", "/me/lessons", { stars: mine }).catch(() => undefined);
}

/** Forget the stars in this browser: its account was left, and has them. */
export function forgetStars(): void {
  set({});
}

let synchronised = false;

/** Give the account what this browser has, and this browser what the account has; once, for a player who is logged in. */
export async function synchroniseStars(): Promise<void> {
  if (synchronised || !isLoggedIn()) return;
  synchronised = true;
  try {
    const { stars } = await get<Progress>("/me/lessons");
    const merged = mergeStars(earned.all, stars);
    set(merged);
    if (JSON.stringify(merged) !== JSON.stringify(stars)) await request("PUT", "/me/lessons", { stars: merged });
  } catch {
    synchronised = false; // They are stored in this browser; the next page tries again.
  }
}
