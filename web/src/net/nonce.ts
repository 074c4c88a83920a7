/** A player's share of the dice seed: the server commits to its own seed before it knows this one. */
export const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
