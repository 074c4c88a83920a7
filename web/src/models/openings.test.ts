import { describe, expect, it } from "vitest";
import { monthOf, shares } from "./openings";

describe("openings", () => {
  it("share the results out, draws between the first seat and the others", () => {
    expect(shares({ games: 4, wins: [2, 1], shared: 1 })).toEqual([
      { seat: 0, share: 0.5 },
      { seat: null, share: 0.25 },
      { seat: 1, share: 0.25 },
    ]);
    expect(shares({ games: 0, wins: [0, 0], shared: 0 }).every(({ share }) => share === 0)).toBe(true);
  });

  it("ask for months across the turn of a year", () => {
    expect(monthOf(new Date(Date.UTC(2026, 10, 18)), 1)).toBe(202611);
    expect(monthOf(new Date(Date.UTC(2026, 1, 28)), 3)).toBe(202512);
  });
});
