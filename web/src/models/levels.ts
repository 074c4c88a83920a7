/** The engine levels of a game. */
import { t } from "../texts/texts.svelte";
import type { GameCard } from "../net/wire.gen";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
type Level = (typeof LEVELS)[number];

/** The levels that a game offers. */
export const levelsOf = (game: GameCard): readonly number[] => game.levels ?? LEVELS;

export const levelName = (level: number): string => t(`level_name_${level as Level}`);
