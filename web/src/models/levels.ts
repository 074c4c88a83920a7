/** The engines' levels, from a kind beginner's partner to the strongest there is. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
