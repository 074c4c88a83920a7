import { expect, it } from "vitest";
import { after, sameTokens, type Scene } from "./scene";

const scene: Scene = { tokens: { a1: ["x", 0], b2: ["y", 2] }, gauges: { left: 3 } };

it("moves, takes, adds, alters and swaps tokens in order", () => {
  const clause = "some.clause";
  const { scene: then, taken } = after(scene, [
    { verb: "remove", clause, cell: "b2" },
    { verb: "move", clause, cell: "a1", to: "b2" },
    { verb: "alter", clause, cell: "b2", token: ["x", 4] },
    { verb: "add", clause, cell: "c3", token: ["z", 0] },
    { verb: "swap", clause, cell: "b2", to: "c3" },
    { verb: "gauge", clause, gauge: "left", value: 2 },
    { verb: "roll", clause, value: 6 },
  ]);
  expect(then).toEqual({ tokens: { c3: ["x", 4], b2: ["z", 0] }, gauges: { left: 2 } });
  expect(taken).toEqual([{ cell: "b2", token: ["y", 2] }]);
  expect(scene.tokens).toEqual({ a1: ["x", 0], b2: ["y", 2] });
});

it("hides a gauge that no longer counts", () => {
  expect(after(scene, [{ verb: "gauge", clause: "c", gauge: "left" }]).scene.gauges).toEqual({});
});

it("tells scenes apart by piece and number", () => {
  expect(sameTokens(scene.tokens, { b2: ["y", 2], a1: ["x", 0] })).toBe(true);
  expect(sameTokens(scene.tokens, { b2: ["y", 3], a1: ["x", 0] })).toBe(false);
  expect(sameTokens(scene.tokens, { a1: ["x", 0] })).toBe(false);
});
