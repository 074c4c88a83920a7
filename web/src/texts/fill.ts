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

/** A foreign word, which is the same for one and for several, and its translations. */
export interface Twin {
  word: string;
  twin: string;
  twins: string;
}

/** Put its translation beside each foreign word, where the text has it first: "le Khun (roi)", "les deux Khun (rois)". `several` finds the words before a plural. */
export function withTwins(text: string, twins: readonly Twin[], several: RegExp): string {
  const found = new Map(twins.map((one) => [one.word, one]));
  if (!found.size) return text;
  return text.replace(new RegExp(`\\b(?:${[...found.keys()].join("|")})\\b`, "g"), (word, at: number) => {
    const one = found.get(word);
    found.delete(word);
    return one ? `${word} (${several.test(text.slice(0, at)) ? one.twins : one.twin})` : word;
  });
}

/** French typography: no-break spaces before double punctuation and units, around ×, and before the number of a level. */
export const unbroken = (text: string): string =>
  text.replace(/ (?=[?!:;»%×])|(?<=[«×]) |(?<=\d) (?=(?:s|min|mm|cm)\b)|(?<=\b[Nn]iveau) (?=\d)/g, "\u00a0");
