import { z } from "zod";

const bytesSchema = z.base64().transform((text) => Uint8Array.from(Buffer.from(text, "base64")));

const sized = (bytesPerElement: number) =>
  bytesSchema.refine(({ length }) => length % bytesPerElement === 0, "is no list of numbers");

/** Typed arrays as base64 of their bytes, little-endian as on all supported machines. */
export const bytes = bytesSchema;
export const floats32 = sized(Float32Array.BYTES_PER_ELEMENT).transform(({ buffer }) => new Float32Array(buffer));
export const floats64 = sized(Float64Array.BYTES_PER_ELEMENT).transform(({ buffer }) => new Float64Array(buffer));

export const toBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array | Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");

/** The value of a JSON text; null for a damaged one, which no schema here accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
