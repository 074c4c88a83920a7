import { expect, it } from "vitest";
import { comment, EMPTY, play } from "./tree";
import { numberOf, rowsOf, signOf } from "./treeView";

const tree = play(play(EMPTY, [], "a", "b", "c", "d"), ["a", "b"], "x", "y");

it("numbers the moves of two players together", () => {
  expect([1, 2, 3, 4].map((ply) => numberOf(ply, false))).toEqual(["1.", "", "2.", ""]);
  expect(numberOf(4, true)).toBe("2…");
});
it("sets the main line in pairs, broken where a variation stands below", () => {
  const rows = rowsOf(tree.next, true);
  expect(rows.map((row) => [row.number, ...row.moves.map(({ branch }) => branch.move)])).toEqual([
    ["1.", "a", "b"],
    ["2.", "c"],
    ["2…", "d"],
  ]);
  expect(rows[1]?.below.map(({ branch, before, instead }) => [branch.move, before, instead.move])).toEqual([["x", ["a", "b"], "c"]]);
});
it("sets one move in a row where players do not alternate, and breaks for comments", () => {
  expect(rowsOf(tree.next, false)).toHaveLength(4);
  expect(rowsOf(comment(play(EMPTY, [], "a", "b"), ["a"], "hm").next, true)).toHaveLength(2);
});
it("prefers a mark of one's own to the engine's", () => {
  const review = { ply: 0, seat: 0, chance: 1, judgement: "blunder" } as const;
  expect(signOf({ move: "a", next: [] }, review)).toBe("??");
  expect(signOf({ move: "a", mark: "!", next: [] }, review)).toBe("!");
  expect(signOf({ move: "a", next: [] }, undefined)).toBe("");
});
