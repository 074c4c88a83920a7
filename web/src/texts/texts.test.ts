import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fill, unbroken } from "./fill";
import { fr } from "./fr";
import { LANGUAGES, preferred } from "./languages";

const SOURCE = join(import.meta.dirname, "..");
const sources = (readdirSync(SOURCE, { recursive: true }) as string[])
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.startsWith("texts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join(SOURCE, name), "utf8"))
  .join("\n");

describe("the catalogues", () => {
  for (const [id, language] of Object.entries(LANGUAGES)) {
    it(`${id} has every text, none empty, with the same things to fill in`, () => {
      for (const [key, text] of Object.entries(fr)) {
        const there = (language.catalogue as Record<string, string>)[key];
        expect(there, key).toBeTruthy();
        expect(names(there ?? ""), key).toEqual(names(text));
      }
      expect(Object.keys(language.catalogue).sort()).toEqual(Object.keys(fr).sort());
    });
  }

  it("holds no text that is not shown", () => {
    // A key is used where it stands in quotes, or where its beginning does: t(`theme_${x}`).
    const unused = Object.keys(fr).filter((key) => {
      const family = key.replace(/_[^_]*$/, "_");
      return !sources.includes(`"${key}"`) && !sources.includes(`\`${family}\${`);
    });
    expect(unused).toEqual([]);
  });
});

describe("filling in", () => {
  it("replaces names and chooses by number", () => {
    expect(fill("{n} {n|coup|coups}", { n: 1 }, "fr-FR")).toBe("1 coup");
    expect(fill("{n} {n|coup|coups}", { n: 2 }, "fr-FR")).toBe("2 coups");
    expect(fill("{n} {n|coup|coups}", { n: 0 }, "fr-FR")).toBe("0 coup");
    expect(fill("{name}?", { name: "a" }, "en-GB")).toBe("a?");
  });

  it("leaves what it does not know, so that it is seen", () => {
    expect(fill("{missing}", {}, "fr-FR")).toBe("{missing}");
  });
});

it("keeps French signs with their words and units with their numbers", () => {
  expect(unbroken("Prêt ? « Oui » : 10 min + 5 s, 50 % ; va !")).toBe(
    "Prêt\u00a0? «\u00a0Oui\u00a0»\u00a0: 10\u00a0min + 5\u00a0s, 50\u00a0%\u00a0; va\u00a0!",
  );
  expect(unbroken("3 semaines")).toBe("3 semaines");
  expect(unbroken("8 × 8 cases")).toBe("8\u00a0×\u00a08 cases");
});

it("takes the first language asked for that it speaks", () => {
  expect(preferred(["de-DE", "en-US", "fr"])).toBe("en");
  expect(preferred(["de"])).toBe("fr");
});

function names(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ""))].sort();
}
