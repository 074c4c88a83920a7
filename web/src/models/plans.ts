/** Tables as people ask for them: who plays, with what clock. */
import { createTable } from "../net/api";
import { go } from "../shell/router.svelte";
import { formatNumber, t } from "../texts/texts.svelte";
import type { ClockPlan, SeatPlan, TablePlan } from "../net/wire.gen";
import { keep, kept } from "./storage";

export const CLOCKS: readonly ClockPlan[] = [
  { kind: "none" },
  { kind: "fischer", base: 180, increment: 2 },
  { kind: "fischer", base: 600, increment: 5 },
  { kind: "fischer", base: 1800, increment: 20 },
  { kind: "byoyomi", base: 600, periods: 3, period: 30 },
  { kind: "correspondence", days: 1 },
  { kind: "correspondence", days: 3 },
  { kind: "correspondence", days: 7 },
];

/** A clock in words. */
export function sayClock(plan: ClockPlan | undefined): string {
  const minutes = formatNumber((plan?.base ?? 0) / 60, 1);
  switch (plan?.kind) {
    case "fischer":
      return t("clock_fischer", { minutes, seconds: plan.increment ?? 0 });
    case "byoyomi":
      return t("clock_byoyomi", { minutes, periods: plan.periods ?? 0, seconds: plan.period ?? 0 });
    case "correspondence":
      return t("clock_correspondence", { days: plan.days ?? 1 });
    default:
      return t("clock_none");
  }
}

export type Partner = "engine" | "here" | "friend" | "anyone";

/** The seats of a table: oneself in `mine`, partners of a kind in the others. */
export function seatsFor(partner: Partner, count: number, mine: number, level: number): SeatPlan[] {
  const other: SeatPlan = partner === "engine" ? { kind: "engine", level } : partner === "here" ? { kind: "you" } : { kind: "open" };
  return Array.from({ length: count }, (_, seat) => (seat === mine ? { kind: "you" } : other));
}

/** Sets a table and goes to it. */
export async function openTable(plan: TablePlan): Promise<void> {
  const view = await createTable(plan);
  go(`/t/${view.id}`);
}

const LEVEL = "tablier.level";

/** The level last played against; a kind one for newcomers. */
export function lastLevel(): number {
  const level = Number(kept(LEVEL));
  return level >= 1 && level <= 8 ? level : 2;
}

export function keepLevel(level: number): void {
  keep(LEVEL, String(level));
}
