/** Plans for tables: seats, clock and level. */
import { formatNumber, t } from "../texts/texts.svelte";
import type { ClockPlan, PositionRequest, SeatPlan, TablePlan } from "../net/wire.gen";
import { readStored, store } from "./storage";

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

/** Which of them a rated game against the computer begins with. */
export const USUAL_CLOCK = 2;

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

/** Where the game of a table begins. */
export function startOf({ game, options = {}, position }: TablePlan): PositionRequest {
  return { game, options, ...(position ? { position } : {}) };
}

export type Partner = "engine" | "here" | "friend" | "anyone";

/** The seats of a table: its host in `mine`, partners of a kind in the others. */
export function seatsFor(partner: Partner, count: number, mine: number, level: number): SeatPlan[] {
  const other: SeatPlan = partner === "engine" ? { kind: "engine", level } : partner === "here" ? { kind: "you" } : { kind: "open" };
  return Array.from({ length: count }, (_, seat) => (seat === mine ? { kind: "you" } : other));
}

const LEVEL = "tablier.level";

/** The level last played against, or the one of those offered that is nearest to it; a low one at first. */
export function lastLevel(levels: readonly number[]): number {
  const wanted = Number(readStored(LEVEL)) || 2;
  return levels.reduce((best, level) => (Math.abs(level - wanted) < Math.abs(best - wanted) ? level : best), levels[0] ?? wanted);
}

export function storeLevel(level: number): void {
  store(LEVEL, String(level));
}
