/** A random key of 128 bits. `crypto.randomUUID` is missing on plain HTTP. */
export declare const newKey: () => string;
