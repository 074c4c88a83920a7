import { describe, expect, it } from "vitest";
import { largestCell, printable, sheets } from "./paper";

describe("paper", () => {
  it("holds a small board on one sheet", () => {
    expect(sheets(180, 180, "A4")).toEqual([{ x: 0, y: 0, width: 180, height: 180 }]);
  });

  it("cuts a large one into sheets that leave nothing out", () => {
    const parts = sheets(400, 400, "A4");
    expect(parts).toHaveLength(6);
    expect(parts.reduce((sum, part) => sum + part.width * part.height, 0)).toBeCloseTo(400 * 400);
    for (const part of parts) expect(part.width).toBeLessThanOrEqual(printable("A4").width);
  });

  it("finds the largest cell that fits", () => {
    const cell = largestCell(8, 8, 1, "A4");
    expect(cell * 9).toBeLessThanOrEqual(printable("A4").width);
    expect((cell + 0.5) * 9).toBeGreaterThan(printable("A4").width);
  });
});
