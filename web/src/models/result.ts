/** The end of a game in words: to the player, or of the winner where it is told to others. */
import { formatList, say, t } from "../texts/texts.svelte";
import type { Ending } from "../net/wire.gen";
import { seatOf, type Listed } from "./turns";

export interface Result {
  kind: "won" | "lost" | "drawn" | "told";
  title: string;
}

/** How a game ended, to a player of `seats`; to spectators and players at one screen, who has won. */
export function resultOf(ending: Ending, seats: readonly number[], hotseat: boolean): Result {
  const { ranks } = ending;
  if (ranks.every((rank) => rank === 1)) return { kind: "drawn", title: t("result_drawn") };
  const [own] = seats;
  const rank = own === undefined || hotseat ? undefined : ranks[own];
  if (rank === undefined) return { kind: "told", title: firstSentence(say(ending.said)) };
  if (rank === 1) return { kind: "won", title: t("result_won") };
  return { kind: "lost", title: rank === Math.max(...ranks) ? t("result_lost") : t("result_place", { rank: t(`rank_${rank as 2 | 3}`) }) };
}

/** The places are listed apart. */
const firstSentence = (text: string): string => /^.*?[.!](?=\s|$)/.exec(text)?.[0] ?? text;

const DECLARED = { "!resign": "resigned", "!flag": "flagged", "!withdraw": "resigned" } as const;

/** Why a game ended: what the player of the last entry declared, else the clause. */
export function reasonOf(ending: Ending, last: Listed | undefined, own: boolean, nameOf: (seat: number) => string): string {
  if (ending.clause === "tablier.agreed") return t("ended_agreed");
  const seat = last ? seatOf(last) : null;
  const declared = DECLARED[last?.text.split(":")[0] as keyof typeof DECLARED];
  if (!declared || seat === null) return say(ending.why);
  const how = last?.cause ?? declared;
  return own ? t(`ended_own_${how}`) : t(`ended_${how}`, { name: nameOf(seat) });
}

/** The players in order of their rank; none where a result for one or two, or a draw, says all. */
export function placesOf(ending: Ending, nameOf: (seat: number) => string): { rank: number; names: string }[] {
  if (ending.ranks.length < 3 || ending.ranks.every((rank) => rank === 1)) return [];
  return [...new Set(ending.ranks)]
    .sort((one, other) => one - other)
    .map((rank) => ({ rank, names: formatList(ending.ranks.flatMap((one, seat) => (one === rank ? [nameOf(seat)] : []))) }));
}

/** The places in words. */
export function sayPlaces(ending: Ending, nameOf: (seat: number) => string): string {
  const places = placesOf(ending, nameOf).map(({ rank, names }) => `${t("place_number", { n: rank })} ${names}`);
  return places.length ? `${places.join(", ")}.` : "";
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How much of a cell may be covered, as a part of its height. */
const COVERED = 0.15;

/**
 * Where a panel leaves the decisive cells in sight: over the upper or the lower part of the board, reaching `spill` beyond its edge, or
 * aside, off the board. Empty where there are no such cells.
 */
export function panelSide(cells: readonly Box[], board: Box, panel: Box, spill: number): "above" | "below" | "aside" | "" {
  if (!cells.length) return "";
  const height = panel.bottom - panel.top;
  const isFree = (top: number): boolean =>
    cells.every((cell) => {
      const most = COVERED * (cell.bottom - cell.top);
      const [across, down] = [
        Math.min(cell.right, panel.right) - Math.max(cell.left, panel.left),
        Math.min(cell.bottom, top + height) - Math.max(cell.top, top),
      ];
      return across <= most || down <= most;
    });
  if (isFree(board.bottom + spill - height)) return "below";
  return isFree(board.top - spill) ? "above" : "aside";
}
