/** What this browser adds to the dice of a table; drawn only after the server has committed to its seed. */
export const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
