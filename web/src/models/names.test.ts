import { expect, it } from "vitest";
import { personName, written } from "./names";
import { settings } from "./settings.svelte";

it("names guests and erased players in the language of the page", () => {
  settings.language = "en";
  expect(personName({ id: "a", name: "Invité 1a2b" })).toBe("Guest 1a2b");
  expect(personName({ id: "b", name: "Anonyme" })).toBe("Anonymous");
  expect(personName({ id: "c", name: "Anonyme", named: true })).toBe("Anonyme");
  expect(personName({ id: "d", name: "Ada", guest: false })).toBe("Ada");
  settings.language = "fr";
  expect(personName({ id: "b", name: "Anonyme" })).toBe("Anonyme");
});

it("lists why a player is out of the game", () => {
  settings.language = "fr";
  expect(written({ text: "!resign:0" })).toBe("abandon");
  expect(written({ text: "!resign:0", cause: "absent" })).toBe("départ");
  expect(written({ text: "!withdraw:2", cause: "flagged" })).toBe("temps écoulé");
  expect(written({ text: "!withdraw:2", cause: "resigned" })).toBe("abandon");
});
