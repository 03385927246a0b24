/** The store, bay and shelf that a text names (PD-16). */
export interface PhotoPlace {
  storeNumber: string | null;
  bayCode: string | null;
  shelfCode: string | null;
}

export const NO_PLACE: PhotoPlace = { storeNumber: null, bayCode: null, shelfCode: null };

/** A code of at most 16 characters; a longer run is prose or a hash. */
const CODE = "([A-Za-z]{0,4}\\d[A-Za-z0-9]{0,11})";
const NUMBER_WORD = "(?:\\s*(?:number|code|no\\.?|nr\\.?|id|#))?";
const afterWord = (words: string): RegExp =>
  new RegExp(`(?:^|[^A-Za-z])(?:${words})${NUMBER_WORD}["']?\\s*[:=#-]?\\s*["']?${CODE}(?![A-Za-z0-9])`, "i");
const STORE = afterWord("store|shop|branch");
const BAY = afterWord("bay|aisle");
const SHELF = afterWord("shelf");

/** Finds a place in text such as 'Store 1234, Aisle B7, Shelf 03' or '{"storeNumber":"1234"}'. */
export function placeFromText(text: string): PhotoPlace {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  return { storeNumber: find(STORE), bayCode: find(BAY), shelfCode: find(SHELF) };
}
