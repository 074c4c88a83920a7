/** Texts in the chosen language; templates update when it changes. */
import { settings } from "../models/settings.svelte";
import type { WireTerm, WireText } from "../net/wire.gen";
import { fill, unbroken, withTwins, type Values } from "./fill";
import type { Key } from "./fr";
import { LANGUAGES } from "./languages";

/** A text of the catalogue. */
export function t(key: Key, values: Values = {}): string {
  const language = LANGUAGES[settings.language];
  return spaced(fill(language.catalogue[key], values, language.locale));
}

const spaced = (text: string): string => (settings.language === "fr" ? unbroken(text) : text);

/** A text from the server: names, clauses, moves. Foreign words of the game on the page have their translation beside them. */
export function say(words: WireText): string {
  const { rules } = LANGUAGES[settings.language];
  const twins = settings.twins ? terms.map(({ word, twin }) => ({ word, twin: twin[rules] })) : [];
  return spaced(withTwins(words[rules], twins));
}

/** The foreign words of the game that the page is about. */
let terms = $state.raw<readonly WireTerm[]>([]);

/** Translate these words in `say`, as long as the calling component is there. */
export function translateTerms(all: () => readonly WireTerm[]): void {
  $effect(() => {
    const own = all();
    terms = own;
    return () => {
      if (terms === own) terms = [];
    };
  });
}

export function formatDate(milliseconds: number): string {
  return new Intl.DateTimeFormat(LANGUAGES[settings.language].locale, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);
}

/** A day, without the time. */
export function formatDay(milliseconds: number): string {
  return new Intl.DateTimeFormat(LANGUAGES[settings.language].locale, { dateStyle: "long" }).format(milliseconds);
}

export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(LANGUAGES[settings.language].locale, { maximumFractionDigits: digits }).format(value);
}

/** Several names in one line: "A, B et C". */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(LANGUAGES[settings.language].locale).format(items);
}
