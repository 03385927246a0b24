/** Where in the shop a photo was taken, as far as a text says it (decision 16). */
export interface PhotoPlace {
  storeNumber: string | null;
  bayCode: string | null;
  shelfCode: string | null;
}

export const NO_PLACE: PhotoPlace = { storeNumber: null, bayCode: null, shelfCode: null };

/** Codes are short; a longer run is prose or a hash. */
const CODE = "([A-Za-z]{0,4}\\d[A-Za-z0-9]{0,11})";
const NUMBER_WORD = "(?:\\s*(?:number|code|no\\.?|nr\\.?|id|#))?";
const labelled = (words: string): RegExp =>
  new RegExp(`(?:^|[^A-Za-z])(?:${words})${NUMBER_WORD}["']?\\s*[:=#-]?\\s*["']?${CODE}(?![A-Za-z0-9])`, "i");
const STORE = labelled("store|shop|branch");
const BAY = labelled("bay|aisle");
const SHELF = labelled("shelf");

/** 'Store 1234, Aisle B7, Shelf 03' or '{"storeNumber":"1234"}' in a photo's EXIF or XMP. */
export function placeFromText(text: string): PhotoPlace {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  return { storeNumber: find(STORE), bayCode: find(BAY), shelfCode: find(SHELF) };
}

/** `STORE_BAY_SHELF…` with `_` or `-`; each part digits, or letters and digits. Nothing when a part is missing. */
export function placeFromFileName(name: string): PhotoPlace {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const match = new RegExp(`^${CODE}[_-]${CODE}[_-]${CODE}(?:[_-].*)?$`).exec(stem);
  if (!match || looksLikeDate(stem)) return NO_PLACE;
  return { storeNumber: match[1] ?? null, bayCode: match[2] ?? null, shelfCode: match[3] ?? null };
}

/** Cameras name photos by date and time: 2026-11-21_…, 20261121_134501_…, IMG_…. None of that is a place. */
const looksLikeDate = (stem: string): boolean =>
  /^(?:19|20)\d{2}[_-]?(?:0[1-9]|1[0-2])[_-]?(?:0[1-9]|[12]\d|3[01])(?:\D|$)/.test(stem);
