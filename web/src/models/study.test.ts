import { describe, expect, it } from "vitest";
import type { StudyMove } from "../net/wire.gen";
import { following, pathTo, ROOT, textsTo, withMainLine, withMove, withoutMove } from "./study";

const TREE: StudyMove[] = [{ move: "a" }, { move: "b", after: 0 }, { move: "c", after: 0 }, { move: "d", after: 2 }, { move: "e" }];

describe("the tree of a chapter", () => {
  it("is walked from its root", () => {
    expect(following(TREE, ROOT)).toEqual([0, 4]);
    expect(following(TREE, 0)).toEqual([1, 2]);
    expect(pathTo(TREE, 3)).toEqual([0, 2, 3]);
    expect(textsTo(TREE, 3)).toEqual(["a", "c", "d"]);
  });

  it("keeps every move, and finds one that is there", () => {
    expect(withMove(TREE, 0, "c")).toEqual({ moves: TREE, index: 2 });
    const more = withMove(TREE, 4, "f");
    expect(textsTo(more.moves, more.index)).toEqual(["e", "f"]);
    expect(more.moves.slice(0, 5)).toEqual(TREE);
  });

  it("loses a move with what follows it, and nothing else", () => {
    const left = withoutMove(TREE, 2);
    expect(left.map(({ move }) => move)).toEqual(["a", "b", "e"]);
    expect(following(left, 0)).toEqual([1]);
    expect(following(left, ROOT)).toEqual([0, 2]);
  });

  it("puts a variation first, each move after the one it follows", () => {
    const turned = withMainLine(TREE, 2);
    expect(turned.map(({ move }) => move)).toEqual(["a", "c", "d", "b", "e"]);
    expect(turned.every(({ after = ROOT }, index) => after < index)).toBe(true);
    expect(textsTo(turned, 2)).toEqual(["a", "c", "d"]);
  });
});
