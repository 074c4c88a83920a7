/** What a position is worth, in words that are true: an exact value, a forced end, or an estimate. */
import type { Worth } from "../net/analysis";
import type { Manifest } from "../net/wire.gen";
import { formatNumber, say, t } from "../texts/texts.svelte";
import { sayPlace } from "./names";

/** The winner's own moves among so many plies. */
export const movesIn = (plies: number): number => Math.ceil(Math.abs(plies) / 2);

/** The seat that wins by force; null where none does, or where more than one other could. */
export function forcedWinner({ seat, win_in: plies }: Worth, seats: number): number | null {
  if (!plies) return null;
  if (plies > 0) return seat;
  return seats === 2 ? 1 - seat : null;
}

export function sayWorth(manifest: Manifest, worth: Worth): string {
  const who = sayPlace(manifest, worth.seat);
  if (worth.exact) return t("worth_exact", { who, words: say(worth.exact) });
  const winner = forcedWinner(worth, manifest.places.length);
  if (winner !== null) return t("worth_forced", { who: sayPlace(manifest, winner), n: movesIn(worth.win_in ?? 0) });
  return t("worth_estimate", { who, percent: formatNumber(100 * worth.chance) });
}
