import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** Each folder may import those after it. Texts follow the language in the settings, which are a model. */
const LAYERS = ["pages", "components", "board", "shell", "models", "texts", "net"];
const EXCEPTIONS = ["texts/texts.svelte.ts -> models/settings.svelte.ts"];

const files = (readdirSync(import.meta.dirname, { recursive: true }) as string[]).filter((name) => /(?<!\.test)\.(ts|svelte)$/.test(name));

/** The files that a file imports, types included; pages that the router loads later are not. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(import.meta.dirname, file), "utf8");
  const found = [...source.matchAll(/(?:from|^\s*import)\s+"(\.[^"]*)"/gm)].map((match) => normalize(join(dirname(file), match[1] ?? "")));
  return found.flatMap((path) => [path, `${path}.ts`].filter((name) => files.includes(name)));
}

it("imports point downward", () => {
  const layer = (file: string): number => LAYERS.indexOf(dirname(file).split("/")[0] ?? "");
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((other) => layer(other) >= 0 && layer(other) < layer(file))
      .map((other) => `${file} -> ${other}`),
  );
  expect(upward).toEqual(EXCEPTIONS);
});

it("no files import each other in a circle", () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    expect(path, "a circle").not.toContain(file);
    if (done.has(file)) return;
    done.add(file);
    for (const other of importsOf(file)) visit(other, [...path, file]);
  };
  for (const file of files) visit(file, []);
  expect(done.size).toBeGreaterThan(80);
});
