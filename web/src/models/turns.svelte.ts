/** The games that wait for this browser's player. Only a player who sits at a table elsewhere is asked for again and again. */
import { myTables } from "../net/api";
import type { TableView } from "../net/wire.gen";
import { askSelf, isTurnOf } from "./self.svelte";
import { readStored, store } from "./storage";

/** Set while this player sits at a table, so that other visitors send no request. */
const KEY = "tablier.seated";
/** Milliseconds between two questions of a page whose player sits at a table elsewhere. */
export const PAUSE = 30_000;

/** All tables of the last answer, and those that wait for this player. */
let mine: readonly TableView[] = [];
const found = $state<{ tables: readonly TableView[] }>({ tables: [] });

export const turns = {
  get tables(): readonly TableView[] {
    return found.tables;
  },
};

/** This player sits at a table from now on. */
export function noteSeated(): void {
  store(KEY, "1");
}

export async function refreshTurns(): Promise<void> {
  if (!readStored(KEY) || document.visibilityState !== "visible") return;
  try {
    const who = await askSelf();
    mine = await myTables();
    found.tables = mine.filter((table) => isTurnOf(who.player.id, table));
    if (!mine.length) store(KEY, "");
  } catch {
    // The next time tells.
  }
}

/**
 * Ask whenever the page becomes visible, and on a timer while a table of the last answer is not the one on this page,
 * which tells its own turns; called once, by the header.
 */
export function followTurns(isElsewhere: (table: TableView) => boolean): () => void {
  const refresh = (): void => void refreshTurns();
  const timer = setInterval(() => {
    if (mine.some(isElsewhere)) refresh();
  }, PAUSE);
  document.addEventListener("visibilitychange", refresh);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refresh);
  };
}
