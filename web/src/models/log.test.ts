import { expect, it } from "vitest";
import type { AnyTableEvent } from "../net/wire.gen";
import { cellsOf, EMPTY, fold, lastRoll, sceneAt } from "./log";

const moved = (text: string, cell: string, to: string): AnyTableEvent => ({
  type: "moved",
  text,
  seat: 0,
  said: { fr: text, en: text },
  events: [{ verb: "move", clause: "c", cell, to }],
});

it("lists moves and words, and forgets what was taken back", () => {
  const events: AnyTableEvent[] = [
    { type: "started" },
    moved("a1-a2", "a1", "a2"),
    { type: "said", player: { id: "p", name: "n" }, phrase: "hello" },
    moved("a2-a3", "a2", "a3"),
    { type: "tookback", plies: 1 },
    { type: "declared", text: "!resign:0", seat: 0 },
  ];
  const log = events.reduce(fold, EMPTY);
  expect(log.entries.map((entry) => entry.text)).toEqual(["a1-a2", "!resign:0"]);
  expect(log.talk).toEqual([{ player: { id: "p", name: "n" }, phrase: "hello", text: null }]);
});

it("shows the board as it stood, and what had been taken by then", () => {
  const start = { tokens: { a1: ["x", 0] as [string, number], b1: ["y", 0] as [string, number] }, gauges: {} };
  const log = [
    moved("a1-a2", "a1", "a2"),
    {
      type: "moved",
      text: "a2xb1",
      seat: 1,
      said: { fr: "", en: "" },
      events: [{ verb: "remove", clause: "c", cell: "b1" }],
    } satisfies AnyTableEvent,
  ].reduce(fold, EMPTY);
  expect(sceneAt(start, log.entries, 1).scene.tokens).toEqual({ a2: ["x", 0], b1: ["y", 0] });
  expect(sceneAt(start, log.entries, 2)).toEqual({
    scene: { tokens: { a2: ["x", 0] }, gauges: {} },
    taken: [{ cell: "b1", token: ["y", 0], by: 1 }],
  });
});

it("knows which cells a move touched and what was rolled last", () => {
  expect(
    cellsOf([
      { verb: "move", clause: "c", cell: "a1", to: "a2" },
      { verb: "remove", clause: "c", cell: "a1" },
    ]),
  ).toEqual(["a1", "a2"]);
  const roll: AnyTableEvent = {
    type: "moved",
    text: "4",
    seat: null,
    said: { fr: "", en: "" },
    events: [{ verb: "roll", clause: "c", value: 4 }],
  };
  expect(lastRoll([roll, moved("a1-a2", "a1", "a2")].reduce(fold, EMPTY).entries)).toBe(4);
  expect(lastRoll([])).toBeNull();
});
