import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MAX_CODE_LENGTH } from "@precount/domain";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { openPhoto, unreadable } from "./photo.ts";

/**
 * Longer edge to which a photo is reduced before codes are looked for, pixels: a phone's 12 megapixels as they are. The
 * decoder takes four bytes a pixel, so this is 64 MB for it at most.
 */
const MAX_EDGE_PX = 4096;
/** Codes of one photo: a wall full of them ends there. */
const MAX_SYMBOLS = 64;

/** A code that was found: a stranger's text. */
export interface FoundCode {
  format: "QRCode" | "Code128";
  text: string;
}

let preparing: Promise<unknown> | undefined;
/** Loaded with the first photo, from the package on this disk: by itself it would fetch it from a CDN. */
function prepared(): Promise<unknown> {
  preparing ??= readFile(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm")).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return preparing;
}

/**
 * The QR codes and Code 128s in a photo, each once; those that are too long to be an area's are left out. However the
 * photo is turned. For code that already runs in a child process. Throws an Error with a sentence for a person.
 */
export async function readCodes(path: string): Promise<FoundCode[]> {
  const { pixels } = await openPhoto(path, "none");
  await prepared();
  const { data, info } = await pixels
    .flatten({ background: "#ffffff" })
    .resize({ width: MAX_EDGE_PX, height: MAX_EDGE_PX, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new Error(unreadable(error), { cause: error });
    });
  const picture = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
    colorSpace: "srgb" as const,
  };
  const found = await readBarcodes(picture, {
    formats: ["QRCode", "Code128"],
    textMode: "Plain",
    maxNumberOfSymbols: MAX_SYMBOLS,
    // Nobody prints area labels white on black.
    tryInvert: false,
  });
  return (["QRCode", "Code128"] as const).flatMap((format) => {
    const texts = found.filter((code) => code.format === format).map(({ text }) => text);
    return [...new Set(texts)].filter(({ length }) => length <= MAX_CODE_LENGTH).map((text) => ({ format, text }));
  });
}
