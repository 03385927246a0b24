import exifr from "exifr";
import { NO_PLACE, type PhotoPlace, placeFromText } from "./place.ts";

// The package is CommonJS to Node: it has no named exports.
const exif = exifr as { parse(source: string | Uint8Array, options: object): Promise<unknown> };

export interface ExifFacts {
  /** The raw EXIF value 1–8, or null. */
  orientation: number | null;
  /** ISO 8601, with the camera's offset if it wrote one, else ending in Z. */
  capturedAt: string | null;
  brand: string | null;
  model: string | null;
  place: PhotoPlace;
}

const EMPTY_FACTS: ExifFacts = { orientation: null, capturedAt: null, brand: null, model: null, place: NO_PLACE };

/** Text fields that may describe where the photo was taken. */
const TEXT_TAGS = [
  "ImageDescription",
  "UserComment",
  "DocumentName",
  "XPTitle",
  "XPComment",
  "XPKeywords",
  "XPSubject",
];

/**
 * Reads a photo's metadata. `source` is the file's path or its EXIF block as TIFF. Never throws, because a photo with
 * broken metadata is still a photo.
 */
export async function readExif(source: string | Uint8Array): Promise<ExifFacts> {
  try {
    const raw: unknown = await exif.parse(source, {
      tiff: true,
      exif: true,
      xmp: true,
      gps: false,
      iptc: false,
      icc: false,
      mergeOutput: true,
      translateValues: false,
      reviveValues: false,
    });
    return isRecord(raw) ? toFacts(raw) : EMPTY_FACTS;
  } catch {
    return EMPTY_FACTS;
  }
}

function toFacts(raw: Record<string, unknown>): ExifFacts {
  const orientation = raw["Orientation"];
  return {
    orientation: Number.isInteger(orientation) ? Number(orientation) : null,
    capturedAt: captureTime(raw["DateTimeOriginal"], raw["OffsetTimeOriginal"] ?? raw["OffsetTime"]),
    brand: plainText(raw["Make"], 64),
    model: plainText(raw["Model"], 64),
    place: placeFromText(placeText(raw)),
  };
}

/** No photo is older. */
const FIRST_YEAR = 1826;

/** '2022:02:16 12:55:41' and '+01:00' → '2022-02-16T12:55:41+01:00'; null for an invalid time. */
export function captureTime(original: unknown, offset: unknown): string | null {
  const text = plainText(original, 40);
  const parts = text && /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const asUtc = new Date(`${local}Z`);
  // Date rolls over an impossible date such as month 0, which a camera writes when its clock was never set.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(local)) return null;
  const zone = plainText(offset, 10);
  const iso = zone && /^[+-](?:0\d|1[0-4]):[0-5]\d$|^Z$/.test(zone) ? `${local}${zone}` : `${local}Z`;
  // A clock that was never set also writes year 0, which PostgreSQL refuses in an ISO date, as it does year 10000.
  const utcYear = new Date(iso).getUTCFullYear();
  return utcYear >= FIRST_YEAR && utcYear <= 9999 ? iso : null;
}

function placeText(raw: Record<string, unknown>): string {
  const texts = [...TEXT_TAGS.map((tag) => raw[tag]), raw["description"], raw["subject"], raw["title"]];
  return texts
    .map((value) => decoded(value))
    .join("\n")
    .slice(0, 4000);
}

/** Decodes a text field: a string, bytes with a charset prefix, or (in XMP) {lang, value} or a list. */
function decoded(value: unknown): string {
  if (typeof value === "string") return value.replace(/^(?:ASCII|UNICODE)\0*/, "");
  if (value instanceof Uint8Array) return decodedBytes(value);
  if (Array.isArray(value)) return value.map((item) => decoded(item)).join(" ");
  if (isRecord(value)) return decoded(value["value"]);
  return "";
}

function decodedBytes(bytes: Uint8Array): string {
  const prefix = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  const isCharset = /^(?:ASCII|UNICODE|JIS)\0*$/.test(prefix);
  const body = Buffer.from(isCharset ? bytes.subarray(8) : bytes);
  const isWide = prefix.startsWith("UNICODE") || (!isCharset && body.length > 3 && body[1] === 0 && body[3] === 0);
  // Removing the nulls turns UTF-16 of either byte order into ASCII.
  return body.toString(isWide ? "latin1" : "utf8").replaceAll("\0", "");
}

/** One line without control characters, or null. */
function plainText(value: unknown, maxLength: number): string | null {
  if (typeof value !== "string") return null;
  const text = value
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, maxLength);
  return text === "" ? null : text;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
