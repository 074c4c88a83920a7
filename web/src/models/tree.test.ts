import { describe, expect, it } from "vitest";
import {
  at,
  beside,
  branchAt,
  comment,
  contains,
  EMPTY,
  fromList,
  fromRecord,
  isMain,
  listed,
  lines,
  lineThrough,
  mark,
  play,
  promote,
  read,
  remove,
  write,
} from "./tree";

const game = play(EMPTY, [], "a", "b", "c");
const tried = play(game, ["a"], "x", "y");

describe("a tree of variations", () => {
  it("keeps the line when another move is tried", () => {
    expect(lines(tried)).toEqual([
      ["a", "b", "c"],
      ["a", "x", "y"],
    ]);
    expect(lines(play(tried, [], "z"))).toHaveLength(3);
  });
  it("does not change the tree it came from", () => {
    expect(lines(game)).toEqual([["a", "b", "c"]]);
  });
  it("plays a known move again without a copy", () => {
    expect(play(tried, ["a"], "b")).toEqual(tried);
    expect(play(tried, ["a"], "b", "c", "d").next[0]?.next).toHaveLength(2);
  });
  it("ignores a place that was never reached", () => {
    expect(play(game, ["q"], "r")).toEqual(game);
    expect(contains(game, ["q"])).toBe(false);
    expect(at(game, [])).toBe(game);
    expect(branchAt(game, [])).toBeNull();
  });
  it("goes on along the main line", () => {
    expect(lineThrough(tried, [])).toEqual(["a", "b", "c"]);
    expect(lineThrough(tried, ["a", "x"])).toEqual(["a", "x", "y"]);
  });
  it("steps between variations and stops at the last", () => {
    expect(beside(tried, ["a", "b"], 1)).toEqual(["a", "x"]);
    expect(beside(tried, ["a", "x"], -1)).toEqual(["a", "b"]);
    expect(beside(tried, ["a", "x"], 1)).toEqual(["a", "x"]);
    expect(beside(tried, [], 1)).toEqual([]);
  });
});

describe("a variation", () => {
  it("is promoted from any of its moves", () => {
    const after = promote(tried, ["a", "x", "y"]);
    expect(lineThrough(after, [])).toEqual(["a", "x", "y"]);
    expect(lines(after)).toContainEqual(["a", "b", "c"]);
    expect(isMain(after, ["a", "x", "y"])).toBe(true);
    expect(isMain(tried, ["a", "x"])).toBe(false);
  });
  it("inside a variation is promoted one step at a time", () => {
    const deep = play(tried, ["a", "x"], "w");
    const once = promote(deep, ["a", "x", "w"]);
    expect(lineThrough(once, ["a", "x"])).toEqual(["a", "x", "w"]);
    expect(isMain(once, ["a", "x"])).toBe(false);
    expect(isMain(promote(once, ["a", "x", "w"]), ["a", "x", "w"])).toBe(true);
  });
  it("that is the main line stays", () => {
    expect(promote(tried, ["a", "b"])).toBe(tried);
  });
  it("is deleted with what follows it, and nothing else", () => {
    expect(remove(tried, ["a", "x"])).toEqual(game);
    expect(lines(remove(tried, ["a", "b"]))).toEqual([["a", "x", "y"]]);
  });
});

describe("notes", () => {
  it("are marks, which the same mark takes away", () => {
    const marked = mark(tried, ["a", "x"], "?!");
    expect(branchAt(marked, ["a", "x"])?.mark).toBe("?!");
    expect(branchAt(mark(marked, ["a", "x"], "!!"), ["a", "x"])?.mark).toBe("!!");
    expect(mark(marked, ["a", "x"], "?!")).toEqual(tried);
  });
  it("are comments, at the start too", () => {
    const said = comment(comment(game, [], " opening "), ["a"], "good");
    expect(said.comment).toBe("opening");
    expect(branchAt(said, ["a"])?.comment).toBe("good");
    expect(comment(comment(game, ["a"], "x"), ["a"], "  ")).toEqual(game);
  });
  it("come with a record", () => {
    const tree = fromRecord(
      ["a", "b", "c"],
      [
        { ply: 0, comments: ["before"] },
        { ply: 2, comments: ["one", "two"], judgements: [14, 4], variations: [["x", "y"], ["z"]] },
      ],
    );
    expect(tree.comment).toBe("before");
    expect(branchAt(tree, ["a", "b"])).toMatchObject({ mark: "??", comment: "one\ntwo" });
    expect(lines(tree)).toEqual([
      ["a", "b", "c"],
      ["a", "x", "y"],
      ["a", "z"],
    ]);
  });
});

describe("a tree as a list", () => {
  it("names the move that each follows, the main line first", () => {
    expect(listed(mark(comment(tried, ["a"], "hm"), ["a", "x"], "?"))).toEqual([
      { move: "a", comment: "hm" },
      { move: "b", after: 0 },
      { move: "c", after: 1 },
      { move: "x", after: 0, mark: "?" },
      { move: "y", after: 3 },
    ]);
  });
  it("is the same tree, in whatever order its moves were added", () => {
    expect(fromList(listed(tried))).toEqual(tried);
    expect(lines(fromList([{ move: "a" }, { move: "e" }, { move: "b", after: 0 }, { move: "f", after: 1 }]))).toEqual([
      ["a", "b"],
      ["e", "f"],
    ]);
  });
  it("is as deep as a game is long", () => {
    const long = play(EMPTY, [], ...Array.from({ length: 1000 }, (_, ply) => `m${ply}`));
    expect(fromList(listed(long))).toEqual(long);
  });
});

describe("a tree as text", () => {
  it("is read as it was written", () => {
    const tree = comment(comment(mark(tried, ["a", "x"], "!?"), ["a"], "é « » \n"), [], "start");
    expect(read(write(tree))).toEqual(tree);
    expect(read(write(EMPTY))).toEqual(EMPTY);
  });
  it.each(["", "{}", "[1]", '["",{}]', '["",[["a"]]]', '["",[{"move":"a","after":0}]]', "[", "null"])(
    "is refused where it is something else: %s",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );
  it("drops a mark that is none", () => {
    expect(read('["",[{"move":"a","mark":"#"}]]')).toEqual({ next: [{ move: "a", next: [] }] });
  });
});
