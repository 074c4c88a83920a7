/** Options of games in words. */
import { say, t } from "../texts/texts.svelte";
import type { WireOption, WireValue } from "../net/wire.gen";

export type Chosen = Readonly<Record<string, string | number>>;

const chosenOf = (option: WireOption, chosen: Chosen): string => String(chosen[option.id] ?? option.default);

/** The chosen value of an option; null for a number. */
export const valueOf = (option: WireOption, chosen: Chosen): WireValue | null =>
  option.values.find(({ id }) => id === chosenOf(option, chosen)) ?? null;

/** The chosen value in words. */
export function sayValue(option: WireOption, chosen: Chosen): string {
  const value = valueOf(option, chosen);
  return value ? say(value.name) : chosenOf(option, chosen);
}

/** Whether an option applies; some depend on the value of another. */
export function applies(option: WireOption, choices: readonly WireOption[], chosen: Chosen): boolean {
  if (!option.only) return true;
  const [id, needed] = option.only;
  const other = choices.find((one) => one.id === id);
  return other !== undefined && chosenOf(other, chosen) === needed;
}

/** The values that are not defaults, in one line: "Sanction : le coup perd la partie". */
export function sayUnusual(choices: readonly WireOption[], chosen: Chosen): string {
  const other = choices.filter((option) => chosenOf(option, chosen) !== String(option.default));
  return other.map((option) => `${say(option.name)}${t("colon")}${sayValue(option, chosen)}`).join(" · ");
}
