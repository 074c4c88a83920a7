/** The texts about records that come from elsewhere or go there, in French, the source. */
export const recordsFr = {
  import_title: "Importer une partie",
  import_how: "Le texte d'une partie : le nôtre, du JSON, du PGN ou du PDN",
  import_drop: "Collez-le ici, déposez un fichier, ou choisissez-en un.",
  import_file: "Choisir un fichier…",
  import_do: "La mettre sur le plateau",
  import_line: "Aller à la ligne {n}",
  import_games: "Parties du texte",
  import_unreadable: "Ce fichier n'a pas pu être lu.",
  record_other: "Télécharger ({format})",
  record_said: "Notes de la partie",
} as const;
