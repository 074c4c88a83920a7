import { describe, expect, it } from "vitest";
import type { LegalMove } from "../net/wire.gen";
import { click, completed, foreseen, nextClicks, possible, shortcut, wouldTake } from "./gestures";

const moves = (...texts: string[]): LegalMove[] => texts.map((text) => ({ text, ordered: text.split("-") }));

describe("a move from cell to cell", () => {
  const legal = moves("a1-a2", "a1-a3", "b1-b2");

  it("begins where some move begins, and ends where those begun may end", () => {
    expect(nextClicks(legal, [])).toEqual(new Set(["a1", "b1"]));
    expect(nextClicks(legal, ["a1"])).toEqual(new Set(["a2", "a3"]));
    expect(completed(legal, ["a1"])).toBeNull();
    expect(completed(legal, ["a1", "a3"])?.text).toBe("a1-a3");
  });

  it("changes its mind: another piece, the same piece, a wrong cell", () => {
    expect(click(legal, ["a1"], "b1")).toEqual({ kind: "go-on", clicks: ["b1"] });
    expect(click(legal, ["a1"], "a1")).toEqual({ kind: "cancel" });
    expect(click(legal, ["a1"], "c5")).toEqual({ kind: "refused", clicks: ["a1", "c5"] });
    expect(click(legal, [], "c5")).toEqual({ kind: "refused", clicks: ["c5"] });
  });
});

describe("a long capture", () => {
  const legal = moves("a1-a3-c3", "a1-a3-a5-c5", "a1-a3-a5-e5");

  it("goes on click by click", () => {
    expect(nextClicks(legal, ["a1", "a3"])).toEqual(new Set(["c3", "a5"]));
    expect(possible(legal, ["a1", "a3", "a5"]).map((move) => move.text)).toEqual(["a1-a3-a5-c5", "a1-a3-a5-e5"]);
  });

  it("may be taken straight to its end where only one ends", () => {
    expect(shortcut(legal, ["a1"], "c5")).toEqual(["a1", "a3", "a5", "c5"]);
    expect(click(legal, ["a1"], "e5")).toMatchObject({ kind: "move", move: { text: "a1-a3-a5-e5" } });
    expect(shortcut(moves("a1-a3-c3", "a1-b1-c3"), ["a1"], "c3")).toBeNull();
  });
});

describe("a move that could also go on", () => {
  const legal: LegalMove[] = [
    { text: "a1-a2", ordered: ["a1", "a2", "done"] },
    { text: "a1-a2-a3", ordered: ["a1", "a2", "a3"] },
  ];

  it("ends with the button", () => {
    expect(nextClicks(legal, ["a1", "a2"])).toEqual(new Set(["done", "a3"]));
    expect(click(legal, ["a1", "a2"], "done")).toMatchObject({ kind: "move", move: { text: "a1-a2" } });
  });
});

describe("a distribution in any order", () => {
  const legal: LegalMove[] = [
    { text: "c3:b2,c2", ordered: ["c3"], unordered: ["b2", "c2"] },
    { text: "c3:c2,d2", ordered: ["c3"], unordered: ["c2", "d2"] },
  ];

  it("asks for the ordered part first, then for any of the rest", () => {
    expect(nextClicks(legal, [])).toEqual(new Set(["c3"]));
    expect(nextClicks(legal, ["c3"])).toEqual(new Set(["b2", "c2", "d2"]));
    expect(click(legal, ["c3", "c2"], "b2")).toMatchObject({ kind: "move", move: { text: "c3:b2,c2" } });
    expect(click(legal, ["c3", "b2"], "c2")).toMatchObject({ kind: "move", move: { text: "c3:b2,c2" } });
  });

  it("never takes a click twice", () => {
    expect(nextClicks(legal, ["c3", "c2"])).toEqual(new Set(["b2", "d2"]));
  });
});

it("a placement is a move at once", () => {
  expect(click(moves("c4"), [], "c4")).toMatchObject({ kind: "move", move: { text: "c4" } });
});

describe("what a move would take", () => {
  const legal = moves("a1-a3-c3", "a1-a3-a5-c5", "a1-b1", "d1");
  const takes = { "a1-a3-c3": ["a2", "b3"], "a1-a3-a5-c5": ["a2", "a4", "b5"], d1: ["d2"] };

  it("is what all moves that go on there take", () => {
    expect(wouldTake(legal, ["a1"], "a3", takes)).toEqual(["a2"]);
    expect(wouldTake(legal, ["a1"], "c5", takes)).toEqual(["a2", "a4", "b5"]);
    expect(wouldTake(legal, ["a1"], "b1", takes)).toEqual([]);
    expect(wouldTake(legal, ["a1"], "h8", takes)).toEqual([]);
  });

  it("is shown of a piece not yet chosen only when pressing it is the whole move", () => {
    expect(wouldTake(legal, [], "a1", takes)).toEqual([]);
    expect(wouldTake(legal, [], "d1", takes)).toEqual(["d2"]);
  });
});

describe("a move made in advance", () => {
  it("is the only one that goes from there to there", () => {
    const legal = moves("a1-a2", "a1-a3-c3", "b1-b3-d3", "b1-c1-d3");
    expect(foreseen(legal, "a1", "a2")?.move.text).toBe("a1-a2");
    expect(foreseen(legal, "a1", "c3")?.clicks).toEqual(["a1", "a3", "c3"]);
    expect(foreseen(legal, "b1", "d3")).toBeNull();
    expect(foreseen(legal, "a1", "h8")).toBeNull();
  });
});
