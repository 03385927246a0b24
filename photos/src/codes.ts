import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { MAX_CODE_LENGTH, type OrientationOverride, encodeKeypoints } from "@precount/domain";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { findKeypoints } from "./keypoints/find-keypoints.ts";
import { isQuarterTurn, openPhoto, unreadableError } from "./photo.ts";

/**
 * The maximum long edge of the image that is searched for codes, pixels. A phone's 12 megapixels are not reduced. The
 * decoder takes four bytes per pixel, so at most 64 MB.
 */
const MAX_EDGE_PX = 4096;
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

/** The codes and keypoints of a photo. */
export interface SearchedPixels {
  /** The QR codes and Code 128 codes, in any rotation. Each text once; texts too long for an area code are dropped. */
  codes: FoundCode[];
  /** domain's encodeKeypoints, in the upright frame under the given rotation. */
  keypoints: Uint8Array;
}

/**
 * Finds the codes and the keypoints of a photo, which is decoded once for both. Call it in a child process only. Throws an Error with
 * a sentence for a person.
 */
export async function searchPixels(path: string, rotation: OrientationOverride): Promise<SearchedPixels> {
  const { facts, pixels, orientation } = await openPhoto(path, rotation);
  await loadDecoder();
  const { data, info } = await pixels
    .flatten({ background: "#ffffff" })
    .resize({ width: MAX_EDGE_PX, height: MAX_EDGE_PX, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw unreadableError(error);
    });
  const image = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
    colorSpace: "srgb" as const,
  };
  const uprightWidth = isQuarterTurn(orientation) ? facts.height : facts.width;
  const keypoints = findKeypoints({ ...image, channels: 4 }, orientation, uprightWidth);
  return { codes: await readCodes(image), keypoints: encodeKeypoints(keypoints) };
}

async function readCodes(image: Parameters<typeof readBarcodes>[0]): Promise<FoundCode[]> {
  const found = await readBarcodes(image, {
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
