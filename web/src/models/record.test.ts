import { describe, expect, it } from "vitest";
import { readRecord } from "./record";

describe("records", () => {
  const text =
    '[Tablier "1"]\n[Game "some"]\n[Options "a=1 b=two"]\n[White "O \\"K\\""]\n[Result "1-2"]\n\n1. a3-a4 a6-a5\n2. a4xa6 {a comment} !resign:1\n1-2\n';

  it("are read as text", () => {
    expect(readRecord(text)).toEqual({
      game: "some",
      options: { a: "1", b: "two" },
      position: null,
      moves: ["a3-a4", "a6-a5", "a4xa6", "!resign:1"],
    });
  });

  it("are read as JSON", () => {
    expect(readRecord(JSON.stringify({ tags: { Game: "some", Start: "8/8" }, moves: ["a1"] }))).toEqual({
      game: "some",
      options: {},
      position: "8/8",
      moves: ["a1"],
    });
  });

  it("are refused when they name no game", () => {
    expect(readRecord("hello")).toBeNull();
    expect(readRecord("{")).toBeNull();
  });
});
