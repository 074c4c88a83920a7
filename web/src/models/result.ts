/** The end of a game in words: to the player, or of the winner where it is told to others. */
import { formatList, say, t } from "../texts/texts.svelte";
import type { Cause, Ending } from "../net/wire.gen";

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

const DECLARED = { "tablier.resigned": "resigned", "tablier.flagged": "flagged", "tablier.agreed": "agreed" } as const;

/** Why a game ended: what a player declared, else the clause. */
export function reasonOf(
  ending: Ending,
  seat: number | null,
  own: boolean,
  nameOf: (seat: number) => string,
  cause?: Cause | null,
): string {
  const clause = DECLARED[ending.clause as keyof typeof DECLARED];
  const declared = clause === "resigned" && cause === "absent" ? cause : clause;
  if (declared === "agreed") return t("ended_agreed");
  if (!declared || seat === null) return say(ending.why);
  return own ? t(`ended_own_${declared}`) : t(`ended_${declared}`, { name: nameOf(seat) });
}

/** The players in order of their rank. */
export function placesOf(ending: Ending, nameOf: (seat: number) => string): { rank: number; names: string }[] {
  return [...new Set(ending.ranks)]
    .sort((one, other) => one - other)
    .map((rank) => ({ rank, names: formatList(ending.ranks.flatMap((one, seat) => (one === rank ? [nameOf(seat)] : []))) }));
}
