import type { recordsFr } from "./records.fr";

/** The texts about records that come from elsewhere or go there, in English. */
export const recordsEn: Record<keyof typeof recordsFr, string> = {
  import_title: "Import a game",
  import_how: "The text of a game: ours, JSON, PGN or PDN",
  import_drop: "Paste it here, drop a file, or choose one.",
  import_file: "Choose a file…",
  import_do: "Put it on the board",
  import_line: "Go to line {n}",
  import_games: "Games in this text",
  import_unreadable: "This file could not be read.",
  record_other: "Download ({format})",
  record_said: "Notes on the game",
};
