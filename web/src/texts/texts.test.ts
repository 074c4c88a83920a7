import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fill, unbroken, withTwins } from "./fill";
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

  it("name each text once: of two with one name, one would never be shown", () => {
    const files: Record<string, string> = import.meta.glob("./*fr.ts", { query: "?raw", import: "default", eager: true });
    const names = Object.values(files).flatMap((text) => [...text.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
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
  expect(unbroken("Niveau 3, environ niveau 4")).toBe("Niveau\u00a03, environ niveau\u00a04");
});

it("translates a foreign word once, for one or for several", () => {
  const said = (language: "fr" | "en", text: string): string =>
    withTwins(
      text,
      language === "fr"
        ? [
            { word: "Khun", twin: "roi", twins: "rois" },
            { word: "Bia", twin: "pion", twins: "pions" },
          ]
        : [
            { word: "Khun", twin: "king", twins: "kings" },
            { word: "Bia", twin: "pawn", twins: "pawns" },
          ],
      LANGUAGES[language].several,
    );
  expect(said("fr", "Un Khun seul, les deux Khun.")).toBe("Un Khun (roi) seul, les deux Khun.");
  expect(said("fr", "Quand il ne reste que les deux Khun")).toBe("Quand il ne reste que les deux Khun (rois)");
  expect(said("fr", "Avec des Bia pour seules pièces")).toBe("Avec des Bia (pions) pour seules pièces");
  expect(said("fr", "1 Khun, 12 Bia")).toBe("1 Khun (roi), 12 Bia (pions)");
  expect(said("en", "Eight Bia and a Khun")).toBe("Eight Bia (pawns) and a Khun (king)");
  expect(said("en", "With nothing but Bia there is no count")).toBe("With nothing but Bia (pawns) there is no count");
  expect(said("en", "nothing but its Khun")).toBe("nothing but its Khun (king)");
});

it("takes the first language asked for that it speaks", () => {
  expect(preferred(["de-DE", "en-US", "fr"])).toBe("en");
  expect(preferred(["de"])).toBe("fr");
});

function names(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ""))].sort();
}
