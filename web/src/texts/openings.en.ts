import type { openingsFr } from "./openings.fr";

export const openingsEn: Record<keyof typeof openingsFr, string> = {
  from_position: "from a given position",
  play_from_position: "The game will begin in the position below; it will not be rated.",
  play_from_opening: "Play from the opening",
};
