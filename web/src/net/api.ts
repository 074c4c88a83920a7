/** The server's HTTP API, typed. Every failure is an `ApiError` with words to show. */
import type {
  ComposedPosition,
  ComposeRequest,
  ErrorBody,
  GameCard,
  Invitation,
  Manifest,
  Me,
  PositionRequest,
  PositionView,
  RecordRequest,
  RecordView,
  TablePlan,
  TableView,
} from "./wire.gen";

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
 * The first response sets the cookie of a new guest. Requests sent before it came would each create another guest, so the
 * first request is sent alone.
 */
let firstRequest: Promise<unknown> | null = null;

async function ask(path: string, init: RequestInit): Promise<Response> {
  if (firstRequest) await firstRequest;
  const answer = fetch(`/api${path}`, init);
  firstRequest ??= answer.catch(() => undefined);
  return answer;
}

/** Send a request and return its response; an error becomes an `ApiError`. */
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
export const put = <T>(path: string, body: unknown): Promise<T> => json<T>("PUT", path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> => json<T>("DELETE", path, body);

/** The non-empty values as a query string, `?a=1&b=2` or nothing. */
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

/** The manifest of a game with its options; requested once. */
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

/** The position after some moves; `why` when the last one is refused. */
export const position = (asked: PositionRequest): Promise<PositionView> => post("/positions", asked);

/** The text of a position that is given as placed tokens, or all that is wrong with it. */
export const composePosition = (asked: ComposeRequest): Promise<ComposedPosition> => post("/positions/compose", asked);

/** A game of a text, ours or in a format of others; an error has the line where the text is wrong. */
export const readRecord = (asked: RecordRequest): Promise<RecordView> => post("/records", asked);

// -- tables and people --------------------------------------------------------------------------------------

export const createTable = (plan: TablePlan): Promise<TableView> => post("/tables", plan);
export const table = (id: string, code?: string): Promise<TableView> => get(`/tables/${encodeURIComponent(id)}${query({ code })}`);
export const lobby = (game?: string, state: "open" | "playing" = "open", page = 0): Promise<TableView[]> =>
  get(`/tables${query({ game, state, page })}`);
export const invited = (code: string): Promise<Invitation> => get(`/invites/${encodeURIComponent(code)}`);

export const me = (): Promise<Me> => get("/me");
export const giveName = (name: string): Promise<Me> => json("PUT", "/me/name", { name });
export const myTables = (): Promise<TableView[]> => get("/me/tables");
