import { expect, it } from "vitest";
import type { BoardEvent } from "../net/wire.gen";
import { traceOf, turnsOf, turnsSince, type Listed } from "./turns";

const entry = (text: string, seat: number | null, ...events: Partial<BoardEvent>[]): Listed => ({
  text,
  seat,
  events: events.map((one) => ({ verb: "move", clause: "", ...one })),
});
const sail = (seat: number, cell = "a1", to = "a2"): Listed => entry("sail", seat, { cell, to });
const roll = entry("roll", null, { verb: "roll", value: 3 });
const lay = (seat: number): Listed => entry("lay", seat, { verb: "add", cell: "b4" });

it("puts a sail, its roll and its mine into one turn", () => {
  const turns = turnsOf([sail(0), roll, lay(0), sail(1), roll, lay(1), sail(1), roll]);
  expect(turns.map(({ seat, entries }) => [seat, entries.map(({ ply }) => ply)])).toEqual([
    [0, [1, 2, 3]],
    [1, [4, 5, 6]],
    [1, [7, 8]],
  ]);
});

it("gives a declaration a turn of its own", () => {
  expect(turnsOf([sail(0), roll, entry("!withdraw:0", 0)])).toHaveLength(2);
});

it("shows what all others did since the own last turn", () => {
  const turns = turnsOf([sail(0), roll, lay(0), sail(1), roll, lay(1), sail(2), roll, lay(2)]);
  expect(turnsSince(turns, [0], 3).map(({ seat }) => seat)).toEqual([1, 2]);
  expect(turnsSince(turns, [2], 3).map(({ seat }) => seat)).toEqual([2]);
  expect(turnsSince(turns, [], 3).map(({ seat }) => seat)).toEqual([2]);
});

it("shows the last turns of each other to one who acts no more", () => {
  const turns = turnsOf([sail(0), entry("!withdraw:0", 0), sail(1), roll, sail(2), roll, sail(1), roll, lay(1), sail(1), roll, sail(2)]);
  expect(turnsSince(turns, [0], 3).map(({ seat, entries }) => [seat, entries[0]?.ply])).toEqual([
    [1, 7],
    [1, 10],
    [2, 12],
  ]);
});

it("draws a turn as ways and cells", () => {
  const [turn] = turnsOf([sail(1, "a1", "a2"), roll, lay(1)]);
  expect(turn && traceOf(turn)).toEqual({ seat: 1, ways: [["a1", "a2"]], cells: ["b4"] });
});
