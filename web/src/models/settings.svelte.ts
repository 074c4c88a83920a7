/** The settings of this browser, stored and applied at once. */
import { preferred, type Language } from "../texts/languages";

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark" | "contrast";
  pieces: "traditional" | "western";
  /** Foreign names of pieces are shown with a translation. */
  twins: boolean;
  coordinates: boolean;
  /** Hotseat: turn the board to the seat that is to move. */
  rotate: boolean;
  /** Ask before a move is sent: always, never, on touch screens, or there for moves of several clicks. */
  confirm: "several" | "touch" | "always" | "never";
  animate: boolean;
  /** Show the moves of computers as soon as they come. */
  immediate: boolean;
  sound: boolean;
  vibrate: boolean;
}

const KEY = "tablier.settings";

const DEFAULTS: Settings = {
  language: preferred(typeof navigator === "undefined" ? [] : navigator.languages),
  theme: "auto",
  pieces: "traditional",
  twins: true,
  coordinates: true,
  rotate: false,
  confirm: "several",
  animate: true,
  immediate: false,
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

/** Store the settings and apply them to the document; called once, by App. */
export function keepSettings(): void {
  $effect(() => {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset["theme"] = settings.theme;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Storage is blocked: the settings last as long as the page.
    }
  });
}
