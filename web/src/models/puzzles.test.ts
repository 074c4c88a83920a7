import { expect, it } from "vitest";
import { withTry, type LocalTries } from "./puzzles";

const none: LocalTries = { streak: 0, best: 0, tries: [] };

it("counts a streak until a puzzle is missed, and keeps the best one", () => {
  const two = withTry(withTry(none, "a", true, 1), "b", true, 2);
  expect([two.streak, two.best]).toEqual([2, 2]);
  const missed = withTry(two, "c", false, 3);
  expect([missed.streak, missed.best]).toEqual([0, 2]);
  expect(missed.tries.map((one) => one.puzzle)).toEqual(["c", "b", "a"]);
});

it("counts the first try of a puzzle only", () => {
  const missed = withTry(none, "a", false, 1);
  expect(withTry(missed, "a", true, 2)).toBe(missed);
});
