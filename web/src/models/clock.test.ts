import { expect, it } from "vitest";
import { clockText } from "./clock";

it("shows what matters of the time left", () => {
  expect(clockText(3 * 86400_000 + 4 * 3600_000)).toBe("3d 04h");
  expect(clockText(3_661_000)).toBe("1:01:01");
  expect(clockText(300_000)).toBe("5:00");
  expect(clockText(9_870)).toBe("0:09.8");
  expect(clockText(0)).toBe("0:00.0");
});
