/** The points on which tables differ, in the words of their game. */
import { say, t } from "../texts/texts.svelte";
import type { WireOption, WireValue } from "../net/wire.gen";

export type Chosen = Readonly<Record<string, string | number>>;

const chosenOf = (option: WireOption, chosen: Chosen): string => String(chosen[option.id] ?? option.default);

/** The value of an option that was chosen; null for a number. */
export const valueOf = (option: WireOption, chosen: Chosen): WireValue | null =>
  option.values.find(({ id }) => id === chosenOf(option, chosen)) ?? null;

/** What was chosen, as tables call it. */
export function sayValue(option: WireOption, chosen: Chosen): string {
  const value = valueOf(option, chosen);
  return value ? say(value.name) : chosenOf(option, chosen);
}

/** Some options depend on another, and change nothing without it. */
export function applies(option: WireOption, choices: readonly WireOption[], chosen: Chosen): boolean {
  if (!option.only) return true;
  const [id, needed] = option.only;
  const other = choices.find((one) => one.id === id);
  return other !== undefined && chosenOf(other, chosen) === needed;
}

/** Whatever is not as usual, in one line: "Sanction : le coup perd la partie". */
export function sayUnusual(choices: readonly WireOption[], chosen: Chosen): string {
  const other = choices.filter((option) => chosenOf(option, chosen) !== String(option.default));
  return other.map((option) => `${say(option.name)}${t("colon")}${sayValue(option, chosen)}`).join(" · ");
}
