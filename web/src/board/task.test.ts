import { expect, it } from "vitest";
import { taskOf } from "./task";
import type { Frame, LegalMove, Manifest } from "../net/wire.gen";

const text = (words: string): { fr: string; en: string } => ({ fr: words, en: words });
const manifest = {
  cells: ["a1", "a2", "b1", "b2"].map((name) => ({ name, x: 0, y: 0 })),
  pieces: [{ id: "w", name: text("w"), value: text("rings"), unit: text("ring") }],
  buttons: [{ id: "pass", name: text("pass") }],
} as unknown as Manifest;
const frame = (captures = 0): Frame => ({ ply: 0, tokens: { a1: ["w", 2] }, gauges: {}, actor: 0, position: "", captures });
const move = (ordered: string[], unordered: string[] = []): LegalMove => ({ text: "", ordered, unordered });

it("asks to move a piece where nothing in particular is to be said", () => {
  expect(taskOf(manifest, frame(), [move(["a1", "a2"])], [])).not.toBe(taskOf(manifest, frame(), [move(["b1"])], []));
});

it("says that a capture must be made, and how many there are", () => {
  expect(taskOf(manifest, frame(2), [move(["a1", "a2"]), move(["a1", "b1"])], [])).toMatch(/2/);
});

it("asks for a cell to place on, and names the button beside it", () => {
  const both = taskOf(manifest, frame(), [move(["b1"]), move(["pass"])], []);
  expect(both).toMatch(/pass/);
  expect(both.length).toBeGreaterThan(taskOf(manifest, frame(), [move(["b1"])], []).length);
  expect(taskOf(manifest, frame(), [move(["pass"])], [])).toMatch(/pass/);
});

it("counts what is left to give after each click", () => {
  const legal = [move(["a1"], ["a2", "b1"]), move(["a1"], ["a2", "b2"])];
  expect(taskOf(manifest, frame(), legal, ["a1"])).toMatch(/2 rings/);
  expect(taskOf(manifest, frame(), legal, ["a1", "a2"])).toMatch(/1 ring\b/);
});

it("says what the game says of this phase", () => {
  const told = { ...frame(), prompt: { text: text("Lay a mine 2 cells away.") } };
  expect(taskOf(manifest, told, [move(["b1"])], [])).toBe("Lay a mine 2 cells away.");
  expect(taskOf(manifest, { ...told, captures: 2 }, [move(["a1", "a2"]), move(["a1", "b1"])], [])).toMatch(/2/);
});
