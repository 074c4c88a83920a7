import { expect, it } from "vitest";
import { chanceOf, lines } from "./analysis";

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

it("turns a chance around for the other of two, and for none among more", () => {
  expect(chanceOf({ seat: 1, chance: 0.75 }, 0, 2)).toBe(0.25);
  expect(chanceOf({ seat: 1, chance: 0.75 }, 1, 2)).toBe(0.75);
  expect(chanceOf({ seat: 1, chance: 0.75 }, 0, 4)).toBeNull();
  expect(chanceOf(null, 0, 2)).toBeNull();
});
