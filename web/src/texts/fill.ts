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

/** A foreign word and its translation. */
export interface Twin {
  word: string;
  twin: string;
}

/** Put its translation beside each foreign word, where the text has it first: "le Khun (roi)". */
export function withTwins(text: string, twins: readonly Twin[]): string {
  const found = new Map(twins.map(({ word, twin }) => [word, twin]));
  if (!found.size) return text;
  return text.replace(new RegExp(`\\b(?:${[...found.keys()].join("|")})\\b`, "g"), (word) => {
    const twin = found.get(word);
    found.delete(word);
    return twin ? `${word} (${twin})` : word;
  });
}

/** French typography: no-break spaces before double punctuation and units, and around ×. */
export const unbroken = (text: string): string => text.replace(/ (?=[?!:;»%×])|(?<=[«×]) |(?<=\d) (?=(?:s|min|mm|cm)\b)/g, "\u00a0");
