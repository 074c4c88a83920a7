import { expect, it } from "vitest";
import type { BoardEvent } from "../net/wire.gen";
import { timeline } from "./timeline";

const move = (cell: string, to: string): BoardEvent => ({ verb: "move", clause: "c", cell, to });
const remove = (cell: string): BoardEvent => ({ verb: "remove", clause: "c", cell });

it("shows steps one after the other, and what each takes when it arrives", () => {
  const [first, taken, second] = timeline([move("a1", "a3"), remove("a2"), move("a3", "c3")]);
  expect(first?.start).toBe(0);
  expect(taken?.start).toBe(first?.duration);
  expect(second?.start).toBe(first?.duration);
});

it("never takes long", () => {
  const many = timeline(Array.from({ length: 20 }, (_, index) => move(`a${index}`, `a${index + 1}`)));
  const last = many.at(-1);
  expect((last?.start ?? 0) + (last?.duration ?? 0)).toBeLessThanOrEqual(1101);
});

it("leaves out what is not on the board", () => {
  expect(
    timeline([
      { verb: "roll", clause: "c", value: 3 },
      { verb: "gauge", clause: "c", gauge: "g", value: 1 },
    ]),
  ).toEqual([]);
});
