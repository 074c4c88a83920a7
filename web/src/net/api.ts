/** The server's HTTP interface, typed. Everything that goes wrong is an `ApiError` that can be shown as it is. */
import { nonce } from "./nonce";
import type { GameCard, Invitation, Manifest, Me, PositionRequest, PositionView, TablePlan, TableView, ErrorBody } from "./wire.gen";

export type Options = Record<string, string | number>;

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: ErrorBody,
  ) {
    super(problem.why.en);
  }
}

const UNREACHABLE: ErrorBody = {
  code: "unreachable",
  why: { fr: "Le serveur ne répond pas. Vérifiez votre connexion.", en: "The server does not answer. Check your connection." },
};
const BROKEN: ErrorBody = {
  code: "broken",
  why: { fr: "Le serveur a répondu de travers.", en: "The server gave an answer that makes no sense." },
};

/**
 * The first answer tells a newcomer who they are. Whatever is asked before it came would make somebody else of them,
 * who would not own the table that they have just set: so the first question is asked alone.
 */
let greeting: Promise<unknown> | null = null;

async function ask(path: string, init: RequestInit): Promise<Response> {
  if (greeting) await greeting;
  const answer = fetch(`/api${path}`, init);
  greeting ??= answer.catch(() => undefined);
  return answer;
}

/** Asks the server, and gives back its answer as it came; an error's body becomes an `ApiError`. */
export async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", signal: signal ?? null };
  if (body !== undefined || method === "POST" || method === "DELETE") {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await ask(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE);
  }
  if (!response.ok) throw new ApiError(response.status, await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<ErrorBody> {
  try {
    const problem = (await response.json()) as Partial<ErrorBody>;
    return problem.why ? { ...problem, code: problem.code ?? "broken", why: problem.why } : BROKEN;
  } catch {
    return BROKEN;
  }
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

export const get = <T>(path: string): Promise<T> => json<T>("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> => json<T>("POST", path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> => json<T>("DELETE", path, body);

/** The values that are there, as a query: `?a=1&b=2`, or nothing. */
export function query(values: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  const text = search.toString();
  return text ? `?${text}` : "";
}

// -- games and positions ------------------------------------------------------------------------------------

export const games = (): Promise<GameCard[]> => get("/games");

const manifests = new Map<string, Promise<Manifest>>();

/** Everything about a game with its options chosen; asked for once. */
export function manifest(game: string, options: Options = {}): Promise<Manifest> {
  const path = `/games/${encodeURIComponent(game)}${query(options)}`;
  let found = manifests.get(path);
  if (!found) {
    found = get<Manifest>(path);
    found.catch(() => manifests.delete(path));
    manifests.set(path, found);
  }
  return found;
}

/** How a position stands after some moves; `why` when the last one was refused. */
export const position = (asked: PositionRequest): Promise<PositionView> => post("/positions", asked);

// -- tables and people --------------------------------------------------------------------------------------

export const createTable = (plan: TablePlan): Promise<TableView> => post("/tables", { ...plan, nonce: nonce() });
export const table = (id: string, code?: string): Promise<TableView> => get(`/tables/${encodeURIComponent(id)}${query({ code })}`);
export const lobby = (game?: string, state: "open" | "playing" = "open", page = 0): Promise<TableView[]> =>
  get(`/tables${query({ game, state, page })}`);
export const invited = (code: string): Promise<Invitation> => get(`/invites/${encodeURIComponent(code)}`);

export const me = (): Promise<Me> => get("/me");
export const myTables = (): Promise<TableView[]> => get("/me/tables");
