import { describe, expect, it } from "vitest";
import type { Manifest } from "../net/wire.gen";
import { touchedCell } from "./touch";
import { Geometry, UNIT } from "./geometry";

const cells = [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => ({ name: `${"abcd"[x]}${y + 1}`, x, y })));
const geometry = new Geometry({ game: { width: 4, height: 4 }, cells } as unknown as Manifest, 0, false);
/** A point as many parts of a cell away from the middle of one. */
const near = (cell: string, x: number, y = 0) => ({ x: geometry.centre(cell).x + x * UNIT, y: geometry.centre(cell).y + y * UNIT });
const finger = 2 * UNIT;

describe("a finger as wide as two cells", () => {
  it("means the cell that it touches, if that means anything", () => {
    expect(touchedCell(geometry, near("b2", 0.4), finger, [new Set(["c2"]), new Set(["b2"])])).toBe("b2");
  });

  it("means what is likeliest, then what is nearest", () => {
    expect(touchedCell(geometry, near("b2", 0.4), finger, [new Set(["c3", "c2"]), new Set(["b1"])])).toBe("c2");
    expect(touchedCell(geometry, near("b2", 0.4, 0.4), finger, [new Set(["d2"]), new Set(["b1"])])).toBe("b1");
  });

  it("means the cell itself in the middle of one, or where nothing is near", () => {
    expect(touchedCell(geometry, near("b2", 0), finger, [new Set(["c2", "b1"])])).toBe("b2");
    expect(touchedCell(geometry, near("a4", 0.4), finger, [new Set(["d1"])])).toBe("a4");
  });

  it("is led to no button", () => {
    expect(touchedCell(geometry, near("b2", 0.4), finger, [new Set(["done"])])).toBe("b2");
  });
});
