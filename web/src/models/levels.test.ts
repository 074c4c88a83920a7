import { expect, it } from "vitest";
import { nearestLevel, sayLike, withRating } from "./levels";
import { settings } from "./settings.svelte";

const game = { levels: [1, 2, 3], elos: { 1: 500, 2: 700, 3: 1000 } };

it("says which level a rating is like, in both languages", () => {
  settings.language = "fr";
  expect([400, 470, 500, 560, 640, 660, 700, 850, 960, 1060, 1100].map((rating) => sayLike(game, rating))).toEqual([
    "en dessous du niveau\u00a01",
    "environ niveau\u00a01",
    "environ niveau\u00a01",
    "entre les niveaux 1 et 2",
    "entre les niveaux 1 et 2",
    "environ niveau\u00a02",
    "environ niveau\u00a02",
    "entre les niveaux 2 et 3",
    "environ niveau\u00a03",
    "environ niveau\u00a03",
    "au-dessus du niveau\u00a03",
  ]);
  settings.language = "en";
  expect([400, 700, 850, 1100].map((rating) => sayLike(game, rating))).toEqual([
    "below level 1",
    "about level 2",
    "between levels 2 and 3",
    "above level 3",
  ]);
});

it("says nothing where the levels are not measured", () => {
  expect(sayLike({ levels: [1, 2, 3] }, 700)).toBe("");
  expect(nearestLevel({ levels: [1, 2, 3] }, 700)).toBeUndefined();
});

it("finds the level nearest to a rating, and none without one", () => {
  expect([0, 610, 840, 860, 2000].map((rating) => nearestLevel(game, rating))).toEqual([1, 2, 2, 3, 3]);
  expect(nearestLevel(game, undefined)).toBeUndefined();
});

it("shows a rating behind a name where there is one", () => {
  expect(withRating("Ada", 1240)).toBe("Ada (1240)");
  expect(withRating("Ada", null)).toBe("Ada");
});
