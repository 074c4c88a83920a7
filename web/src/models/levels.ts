/** The engine levels of a game. */
import { t } from "../texts/texts.svelte";

type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const levelName = (level: number): string => t(`level_name_${level as Level}`);
