import { expect, it } from "vitest";
import { lineAt, textOf } from "./recordText";

it("reads UTF-8, and what is not as Western Windows wrote it", async () => {
  expect(await textOf(new Blob(["Zoé"]))).toBe("Zoé");
  expect(await textOf(new Blob([new Uint8Array([0x5a, 0x6f, 0xe9])]))).toBe("Zoé");
});

it("finds a line of a text", () => {
  expect(lineAt("ab\ncde\nf", 2)).toEqual([3, 6]);
  expect(lineAt("ab\ncde\nf", 9)).toEqual([7, 8]);
  expect(lineAt("", 1)).toEqual([0, 0]);
});
