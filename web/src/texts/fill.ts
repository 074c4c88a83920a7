/** Fill a text of the catalogue: `{name}` is replaced, `{n|coup|coups}` chooses by the number. */
export type Values = Record<string, string | number>;

export function fill(text: string, values: Values, locale: string): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole: string, key: string, one?: string, many?: string) => {
    const value = values[key];
    if (value === undefined) return whole;
    if (one !== undefined && many !== undefined) {
      return new Intl.PluralRules(locale).select(Number(value)) === "one" ? one : many;
    }
    return typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : value;
  });
}

/** French typography: no-break spaces before double punctuation and units, and around ×. */
export const unbroken = (text: string): string => text.replace(/ (?=[?!:;»%×])|(?<=[«×]) |(?<=\d) (?=(?:s|min|mm|cm)\b)/g, "\u00a0");
