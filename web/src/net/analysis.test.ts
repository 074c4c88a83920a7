import { describe, expect, it } from "vitest";
import { chanceOf, lines, readRecord } from "./analysis";

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

it("reads lines that come in pieces", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of ['{"a":', "1}\n\n{", '"b":2}']) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const line of lines({ body: body as ReadableStream<Uint8Array<ArrayBuffer>> })) found.push(line);
  expect(found).toEqual(['{"a":1}', '{"b":2}']);
});

it("turns a chance around for the other of two, and for nobody among more", () => {
  expect(chanceOf({ seat: 1, chance: 0.75 }, 0, 2)).toBe(0.25);
  expect(chanceOf({ seat: 1, chance: 0.75 }, 1, 2)).toBe(0.75);
  expect(chanceOf({ seat: 1, chance: 0.75 }, 0, 4)).toBeNull();
  expect(chanceOf(null, 0, 2)).toBeNull();
});
