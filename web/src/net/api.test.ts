import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A server that answers when it is told to. */
function slowServer(): { asked: string[]; answer: (body: unknown, status?: number) => Promise<void> } {
  const asked: string[] = [];
  const waiting: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const answer = async (body: unknown, status = 200): Promise<void> => {
    waiting.shift()?.(new Response(JSON.stringify(body), { status }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { asked, answer };
}

it("asks the first question alone, so that a newcomer becomes one person and not several", async () => {
  const { asked, answer } = slowServer();
  const { get } = await import("./api");
  const answers = Promise.all([get("/games"), get("/me"), get("/me/tables")]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual(["/api/games"]);
  await answer([1]);
  expect(asked).toEqual(["/api/games", "/api/me", "/api/me/tables"]);
  await answer(2);
  await answer(3);
  expect(await answers).toEqual([[1], 2, 3]);
});

it("shows what the server refuses in its own words", async () => {
  const { answer } = slowServer();
  const { ApiError, get } = await import("./api");
  const refused = get("/games/none").catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve));
  await answer({ code: "unknown_game", why: { fr: "non", en: "no" } }, 404);
  const error = await refused;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 404, problem: { code: "unknown_game", why: { fr: "non", en: "no" } } });
});
