import { describe, expect, it } from "vitest";
import type { Manifest } from "../net/wire.gen";
import { Geometry } from "./geometry";
import { drawGround } from "./ground";

const cells = [0, 1].flatMap((y) => [0, 1].map((x) => ({ name: `${"ab"[x]}${y + 1}`, x, y })));
const ground = (more: Partial<Manifest>): string =>
  drawGround(
    new Geometry({ game: { width: 2, height: 2 }, cells, legend: [], pieces: [], ...more } as unknown as Manifest, 0, false),
    false,
  );

describe("the ground", () => {
  it("is squares, unless the board has lines", () => {
    expect(ground({})).toContain('class="shades"');
    expect(ground({ lines: [] })).toContain('class="shades"');
  });

  it("is points joined by lines where the board has some", () => {
    const drawn = ground({ lines: [["a1", "b2"]] });
    expect(drawn).not.toContain('class="shades"');
    expect(drawn).toContain("M32 80L80 32");
    expect(drawn.match(/<circle/g)).toHaveLength(cells.length);
  });

  it("is water under pieces that float", () => {
    const boat = { id: "b", afloat: true } as Manifest["pieces"][number];
    expect(ground({ pieces: [boat] })).not.toEqual(ground({ pieces: [{ ...boat, afloat: false }] }));
  });
});
