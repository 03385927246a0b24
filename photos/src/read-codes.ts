import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MAX_CODE_LENGTH } from "@precount/domain";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { GrayImage } from "./gray-image.ts";

/** The maximum number of codes read in one photo. */
const MAX_SYMBOLS = 64;

/** A code found in a photo. Its text is untrusted. */
export interface FoundCode {
  format: "QRCode" | "Code128";
  text: string;
}

let loading: Promise<unknown> | undefined;
/** Loads the decoder once, from the installed package. By default zxing-wasm would fetch it from a CDN. */
function loadDecoder(): Promise<unknown> {
  loading ??= readFile(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm")).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return loading;
}

/** The QR codes and Code 128 codes of a photo, in any rotation. Each text once; texts too long for an area code are dropped. */
export async function readCodes(photo: GrayImage): Promise<FoundCode[]> {
  await loadDecoder();
  const found = await readBarcodes(toPgm(photo), {
    formats: ["QRCode", "Code128"],
    textMode: "Plain",
    maxNumberOfSymbols: MAX_SYMBOLS,
    // Area tags are never printed white on black.
    tryInvert: false,
  });
  return (["QRCode", "Code128"] as const).flatMap((format) => {
    const texts = found.filter((code) => code.format === format).map(({ text }) => text);
    return [...new Set(texts)].filter(({ length }) => length <= MAX_CODE_LENGTH).map((text) => ({ format, text }));
  });
}

/** The decoder takes gray pixels only as a file. Colored ones take four bytes each and a third more time. */
function toPgm({ data, width, height }: GrayImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1"), data]);
}
