/** One's own share of the chance: the server fixed its seed before it knew this, so it cannot have chosen the rolls. */
export const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
