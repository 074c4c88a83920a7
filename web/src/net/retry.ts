/** Retry of requests that the server's rate limit refused. */
import { ApiError } from "./api";

const MOST_RETRIES = 5;

/** Send a request again after the pause that the server asks for. */
export async function withRetry<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || attempt === MOST_RETRIES) throw error;
      const { retry } = error.problem;
      await new Promise((resolve) => setTimeout(resolve, 1000 * (retry ?? 1)));
    }
  }
}
