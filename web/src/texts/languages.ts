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
}

export const LANGUAGES = {
  fr: { name: "Français", locale: "fr-FR", catalogue: fr, rules: "fr" },
  en: { name: "English", locale: "en-GB", catalogue: en, rules: "en" },
  // th: { name: "ไทย", locale: "th-TH", catalogue: th, rules: "en" },
  // tr: { name: "Türkçe", locale: "tr-TR", catalogue: tr, rules: "en" },
  // ms: { name: "Bahasa Melayu", locale: "ms-MY", catalogue: ms, rules: "en" },
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
