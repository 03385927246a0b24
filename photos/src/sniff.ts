import type { PhotoFormat } from "@precount/domain";

/** The number of leading bytes that `sniffPhoto` needs. The brand list of an ISO file ends well before. */
export const SNIFF_BYTES = 512;

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  bytes.length >= signature.length && signature.every((byte, i) => bytes[i] === byte);

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TIFF_LITTLE = [0x49, 0x49, 0x2a, 0x00];
const TIFF_BIG = [0x4d, 0x4d, 0x00, 0x2a];

/** BigTIFF: TIFF for files over 4 GB. It is recognized only to say so. */
const BIG_TIFF = [
  [0x49, 0x49, 0x2b, 0x00],
  [0x4d, 0x4d, 0x00, 0x2b],
];
export const isBigTiff = (headBytes: Uint8Array): boolean =>
  BIG_TIFF.some((signature) => startsWith(headBytes, signature));

const AVIF_BRANDS = new Set(["avif", "avis"]);
const HEVC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]);
/** Brands for a HEIF still or sequence of any codec. Phones that write them use HEVC. */
const HEIF_BRANDS = new Set(["mif1", "msf1"]);

/** The brands of an ISO file's ftyp box, the major brand first; empty for other files. */
function isoBrands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || ascii(bytes, 4, 4) !== "ftyp") return [];
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(size, bytes.length);
  const brands = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, 4));
  return brands;
}

/**
 * The format of a photo by its first bytes; its name and content type do not count (PD-15). Null for every other file, such
 * as SVG, GIF, HTML, PDF or video.
 */
export function sniffPhoto(headBytes: Uint8Array): PhotoFormat | null {
  if (startsWith(headBytes, JPEG)) return "jpeg";
  if (startsWith(headBytes, PNG)) return "png";
  if (startsWith(headBytes, TIFF_LITTLE) || startsWith(headBytes, TIFF_BIG)) return "tiff";
  if (headBytes.length >= 12 && ascii(headBytes, 0, 4) === "RIFF" && ascii(headBytes, 8, 4) === "WEBP") return "webp";
  const brands = isoBrands(headBytes);
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return "avif";
  if (brands.some((brand) => HEVC_BRANDS.has(brand) || HEIF_BRANDS.has(brand))) return "heic";
  return null;
}
