import { expect, it } from "vitest";
import { forcedWinner, movesIn } from "./worth";

it("counts the winner's own moves", () => {
  expect([1, 2, 3, 4, -1, -2].map(movesIn)).toEqual([1, 1, 2, 2, 1, 1]);
});
it("names who wins by force", () => {
  expect(forcedWinner({ seat: 1, chance: 1, win_in: 3 }, 2)).toBe(1);
  expect(forcedWinner({ seat: 1, chance: 0, win_in: -2 }, 2)).toBe(0);
  expect(forcedWinner({ seat: 1, chance: 0, win_in: -2 }, 4)).toBeNull();
  expect(forcedWinner({ seat: 1, chance: 0.9 }, 2)).toBeNull();
});
