import { expect, it } from "vitest";
import { analysisOf, startKey, withAnalysis, type Kept } from "./analyses";
import { EMPTY, lines, play } from "./tree";

const start = startKey("game", { b: 1, a: "x" }, "");
const kept = (...moves: string[]): Kept => ({ start, tree: play(EMPTY, [], ...moves), reviews: {} });

it("names a start the same, however its options are ordered", () => {
  expect(startKey("game", { a: "x", b: 1 }, "")).toBe(start);
  expect(startKey("game", {}, "")).not.toBe(start);
});
it("finds the analysis that holds a line, and begins anew without one", () => {
  const all = [kept("a", "b"), kept("c", "d")];
  expect(analysisOf(start, ["c"], all)).toBe(all[1]);
  expect(analysisOf(start, ["x"], all)).toBeNull();
  expect(analysisOf(start, [], all)).toBeNull();
  expect(analysisOf("other", ["c"], all)).toBeNull();
});
it("puts the one worked on first, in place of what it grew from", () => {
  const grown: Kept = { ...kept("c", "d"), tree: play(play(EMPTY, [], "c", "d"), ["c"], "e") };
  const all = withAnalysis([kept("a", "b"), kept("c", "d")], grown, ["c", "d"]);
  expect(all.map(({ tree }) => lines(tree).length)).toEqual([2, 1]);
});
it("keeps no more than a dozen", () => {
  let all: Kept[] = [];
  for (let number = 0; number < 20; number += 1) all = withAnalysis(all, kept(`m${number}`), [`m${number}`]);
  expect(all).toHaveLength(12);
  expect(all[0]?.tree.next[0]?.move).toBe("m19");
});
