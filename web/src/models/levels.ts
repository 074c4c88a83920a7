/** The engine levels of a game, on the scale of its ratings. */
import { t } from "../texts/texts.svelte";
import type { GameCard } from "../net/wire.gen";

type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
type Levels = Pick<GameCard, "levels" | "elos">;

/** A rating this near to a level, as a share of the step to the next one, is like that level. */
const NEAR = 0.25;

export const levelName = (level: number): string => t(`level_name_${level as Level}`);

/** The Elo of a level; undefined where it is not measured. */
export const eloOf = ({ elos = {} }: Levels, level: number): number | undefined => elos[level];

/** A number of the scale behind a name, as ratings are shown. */
export const withRating = (name: string, rating: number | null | undefined): string => (rating ? `${name} (${rating})` : name);

/** The level whose Elo is nearest to a rating; undefined without a rating, or where the levels are not measured. */
export function nearestLevel({ elos = {} }: Levels, rating: number | undefined): number | undefined {
  if (rating === undefined) return undefined;
  const measured = Object.entries(elos).sort(([, one], [, other]) => Math.abs(one - rating) - Math.abs(other - rating));
  return measured[0] ? Number(measured[0][0]) : undefined;
}

/** Which levels a rating is like, in words; "" where they are not measured. */
export function sayLike({ levels, elos = {} }: Levels, rating: number): string {
  const steps = levels.flatMap((level) => (elos[level] === undefined ? [] : [{ level, elo: elos[level] }]));
  const [first, second] = steps;
  const [last, beforeLast] = [steps.at(-1), steps.at(-2)];
  if (!first || !second || !last || !beforeLast) return "";
  if (rating < first.elo - NEAR * (second.elo - first.elo)) return t("like_below", { level: first.level });
  if (rating > last.elo + NEAR * (last.elo - beforeLast.elo)) return t("like_above", { level: last.level });
  const high = steps.slice(1).find(({ elo }) => elo > rating) ?? last;
  const low = steps[steps.indexOf(high) - 1] ?? first;
  const share = (rating - low.elo) / (high.elo - low.elo);
  if (share <= NEAR) return t("like_about", { level: low.level });
  if (share >= 1 - NEAR) return t("like_about", { level: high.level });
  return t("like_between", { low: low.level, high: high.level });
}
