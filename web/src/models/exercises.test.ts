import { describe, expect, it } from "vitest";
import type { Frame, WireExample } from "../net/wire.gen";
import { kindOf } from "./exercises";
import { cellsNamed, framesOf } from "./positions";

const frame = (actor: Frame["actor"]): Frame => ({ ply: 0, tokens: {}, gauges: {}, actor, position: "" });
const example = (...moves: string[]): WireExample => ({ moves, position: "", options: {} });
const words = { fr: "non", en: "no" };

describe("exercises", () => {
  it("judges what is refused, and every second move that is allowed", () => {
    expect(kindOf(example("a1-a2"), 0, { frame: frame(0) }, { why: { why: words } })).toBe("judge");
    expect(kindOf(example("a1-a2"), 0, { frame: frame(0) }, {})).toBe("find");
    expect(kindOf(example("a1-a2"), 1, { frame: frame(0) }, {})).toBe("judge");
  });

  it("never asks for a roll or a declaration", () => {
    expect(kindOf(example("=3"), 0, { frame: frame("chance") }, {})).toBe("look");
    expect(kindOf(example("!agree"), 0, { frame: frame(0) }, {})).toBe("look");
    expect(kindOf(example(), 0, { frame: frame(0) }, {})).toBe("look");
  });
});

describe("positions", () => {
  it("finds the cells that a move names", () => {
    const cells = [{ name: "a1" }, { name: "b12" }];
    expect(cellsNamed("a1xb12", cells)).toEqual(["a1", "b12"]);
    expect(cellsNamed("@c3", cells)).toEqual([]);
  });

  it("rebuilds every frame of a game from its start", () => {
    const start: Frame = { ...frame(0), tokens: { a1: ["p", 0] } };
    const end: Frame = { ...frame(0), ply: 2, tokens: { a3: ["p", 0] }, position: "end" };
    const step = (cell: string, to: string, actor: number) => ({
      text: "",
      actor,
      said: words,
      events: [{ verb: "move" as const, clause: "c", cell, to }],
    });
    const frames = framesOf({
      start,
      frame: end,
      legal: [],
      look: { takes: {}, applies: {}, bars: {}, settled: null },
      history: [step("a1", "a2", 0), step("a2", "a3", 1)],
    });
    expect(frames.map((one) => Object.keys(one.tokens))).toEqual([["a1"], ["a2"], ["a3"]]);
    expect(frames[1]).toMatchObject({ ply: 1, actor: 1, last: ["a1", "a2"] });
    expect(frames[2]?.position).toBe("end");
  });
});
