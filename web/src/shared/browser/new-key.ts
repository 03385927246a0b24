/** A random key that nobody else has, 128 bits; `crypto.randomUUID` is missing where a page came over plain HTTP. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
