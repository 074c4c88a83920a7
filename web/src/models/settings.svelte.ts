/** What a person has chosen for this browser; remembered, and applied at once. */
import { preferred, type Language } from "../texts/languages";

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark" | "contrast";
  pieces: "traditional" | "western";
  coordinates: boolean;
  /** Hotseat: turn the board to whoever is to move. */
  rotate: boolean;
  /** Ask before a move is sent: always, never, or on touch screens. */
  confirm: "touch" | "always" | "never";
  animate: boolean;
  sound: boolean;
  vibrate: boolean;
}

const KEY = "tablier.settings";

const DEFAULTS: Settings = {
  language: preferred(typeof navigator === "undefined" ? [] : navigator.languages),
  theme: "auto",
  pieces: "traditional",
  coordinates: true,
  rotate: false,
  confirm: "never",
  animate: true,
  sound: true,
  vibrate: true,
};

function remembered(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(remembered());

/** Keeps the settings and shows them on the document; called once, by the shell. */
export function keepSettings(): void {
  $effect(() => {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset["theme"] = settings.theme;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that remembers nothing still plays.
    }
  });
}
