/** Options of games in words. */
import { formatList, say, t } from "../texts/texts.svelte";
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

/** What is wrong with the options of an address, in words: unknown ones, and values that do not suit. */
export function sayFaults(choices: readonly WireOption[], chosen: Chosen): string[] {
  return Object.entries(chosen).flatMap(([id, value]) => {
    const option = choices.find((one) => one.id === id);
    if (!option && !choices.length) return [t("option_none")];
    if (!option) return [t("option_unknown", { name: id, names: formatList(choices.map((one) => say(one.name))) })];
    const words = { value: String(value), option: say(option.name) };
    if (option.values.length)
      return valueOf(option, chosen)
        ? []
        : [t("option_value", { ...words, values: formatList(option.values.map(({ name }) => say(name))) })];
    const suits = Number.isInteger(value) && Number(value) >= option.low && Number(value) <= option.high;
    return suits ? [] : [t("option_number", { ...words, low: option.low, high: option.high })];
  });
}
