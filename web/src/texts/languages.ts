/** The languages of the pages. To add one: a catalogue beside fr.ts and an entry here. */
import { en } from "./en";
import { fr, type Catalogue } from "./fr";

export interface LanguageEntry {
  /** Its own name. */
  name: string;
  /** For dates and numbers. */
  locale: string;
  catalogue: Catalogue;
  /** The language in which its readers get the rules. */
  rules: "fr" | "en";
  /** What the rules have before a noun that does not change, where it is a plural. */
  several: RegExp;
}

const FR_SEVERAL = /(?:^|[\s'(])(?:[ldmtsc]es|aux|[nv]os|leurs|plusieurs|deux|trois|quatre|cinq|six|sept|huit|[2-9]|\d{2,})\s$/i;
const EN_SEVERAL = /(?:^|[\s(])(?:but|for|all|both|several|(?:two|three|four|five|six|seven|eight|[02-9]|\d{2,})(?: enemy)?)\s$/i;

export const LANGUAGES = {
  fr: { name: "Français", locale: "fr-FR", catalogue: fr, rules: "fr", several: FR_SEVERAL },
  en: { name: "English", locale: "en-GB", catalogue: en, rules: "en", several: EN_SEVERAL },
  // th: { name: "ไทย", locale: "th-TH", catalogue: th, rules: "en", several: EN_SEVERAL },
  // tr: { name: "Türkçe", locale: "tr-TR", catalogue: tr, rules: "en", several: EN_SEVERAL },
  // ms: { name: "Bahasa Melayu", locale: "ms-MY", catalogue: ms, rules: "en", several: EN_SEVERAL },
} satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof LANGUAGES;

/** The first preferred language that there is; French otherwise. */
export function preferred(asked: readonly string[]): Language {
  for (const tag of asked) {
    const short = tag.toLowerCase().split("-")[0] ?? "";
    if (short in LANGUAGES) return short as Language;
  }
  return "fr";
}
