/** The texts of openings and of games from a given position, in French, the source. */
export const openingsFr = {
  from_position: "à partir d'une position donnée",
  play_from_position: "La partie commencera dans la position ci-dessous ; elle ne sera pas classée.",
  play_from_opening: "Jouer depuis le début",
} as const;
