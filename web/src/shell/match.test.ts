import { expect, it } from "vitest";
import { match } from "./match";

it("reads the names in a path", () => {
  expect(match("/g/:game", "/g/some")).toEqual({ game: "some" });
  expect(match("/players/:name", "/players/Zo%C3%A9")).toEqual({ name: "Zoé" });
  expect(match("/", "/")).toEqual({});
});

it("refuses another path", () => {
  expect(match("/g/:game", "/g")).toBeNull();
  expect(match("/g/:game", "/h/some")).toBeNull();
  expect(match("/g/:game", "/g/%")).toBeNull();
});
