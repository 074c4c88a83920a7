/** Asks again when the server wants a pause, as long as it says. */
import { ApiError } from "./api";
import type { ErrorBody } from "./wire.gen";

const PATIENCE = 5;

export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || attempt === PATIENCE) throw error;
      const { retry } = error.problem as ErrorBody;
      await new Promise((again) => setTimeout(again, 1000 * (retry ?? 1)));
    }
  }
}
