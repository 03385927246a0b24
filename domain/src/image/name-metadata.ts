import type { ImageMetadata } from "./image.ts";

/** The place that a photo shows, as far as it was recorded. */
export type ShelfLocation = Pick<ImageMetadata, "storeNumber" | "bayCode" | "shelfCode">;
type PartialLocation = { readonly [field in keyof ShelfLocation]?: string | null | undefined };

const NO_LOCATION: ShelfLocation = { storeNumber: null, bayCode: null, shelfCode: null };

/** Digits, or letters and then digits: `117`, `A04`, `bay4`. */
const PART = "([A-Za-z]{0,8}\\d{1,8})";
const STORE_BAY_SHELF = new RegExp(`^${PART}[_-]${PART}[_-]${PART}(?![A-Za-z0-9])`);
/** Cameras name photos by date and phones by random ids; neither is a location. */
const DATE = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)|^(?:19|20)\d{6}[_-]\d{6}/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

const baseName = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
const isCameraName = (name: string): boolean => DATE.test(name) || UUID.test(name);

/** Parses store, bay and shelf from a name like `117_A04_02.jpg`; all null for other names (PD-16). */
export function metadataFromFileName(name: string): ShelfLocation {
  const base = baseName(name);
  if (isCameraName(base)) return NO_LOCATION;
  const [, storeNumber, bayCode, shelfCode] = STORE_BAY_SHELF.exec(base) ?? [];
  if (storeNumber === undefined || bayCode === undefined || shelfCode === undefined) return NO_LOCATION;
  return { storeNumber, bayCode, shelfCode };
}

/**
 * Parses the area number if the name is a number or starts with one and a separator: `0412.jpg`, `412_2.jpg`, `412
 * (1).jpg`, `412(1).jpg` (PD-31). A name with store, bay and shelf has no area: its first number is the store's. Null for other
 * names. The caller checks whether the area exists.
 */
export function areaNumberFromFileName(name: string): number | null {
  const base = baseName(name);
  if (isCameraName(base) || metadataFromFileName(base).storeNumber !== null) return null;
  const [, digits] = /^0*(\d{1,9})(?=$|[\s._(-])/.exec(base) ?? [];
  const number = Number(digits ?? 0);
  return number >= 1 ? number : null;
}

/** The maximum length of a reading; longer text is not a store number. */
const MAX_TEXT_LENGTH = 64;

/** Untrusted text as one clean line; null if nothing remains. */
function clean(text: string | null | undefined): string | null {
  const line = (text ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
    .trim();
  return line === "" ? null : line;
}

/**
 * Combines an image's metadata: store, bay and shelf each from the first source that has it (upload form, file name,
 * EXIF/XMP text); brand and model from the camera (PD-16). EXIF text is untrusted and cut to one short line.
 */
export function combineMetadata(
  form: PartialLocation,
  fileName: string,
  exif: PartialLocation & { readonly brand?: string | null | undefined; readonly model?: string | null | undefined },
): ImageMetadata {
  const fromName = metadataFromFileName(fileName);
  const first = (field: keyof ShelfLocation): string | null =>
    clean(form[field]) ?? fromName[field] ?? clean(exif[field]);
  return {
    brand: clean(exif.brand),
    model: clean(exif.model),
    storeNumber: first("storeNumber"),
    bayCode: first("bayCode"),
    shelfCode: first("shelfCode"),
  };
}
