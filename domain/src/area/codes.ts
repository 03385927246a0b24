import { areaNumberFromFileName } from "../image/name-metadata.ts";

/**
 * What stands in the codes of our own sheets, before the number. All of it is in the QR code's alphanumeric alphabet, so that
 * numbers of up to six digits fit the smallest QR code (21 × 21) with a quarter of it to spare for damage, and it is short
 * enough for a Code 128 on a small label. A store's own labels, prices or links do not begin with it. `A` says area: other
 * kinds may come.
 */
const AREA_TAG_PREFIX = "PRECOUNT:A";

/** The content of an area's QR code and Code 128 on a printed sheet. */
export const areaTagCode = (areaNumber: number): string => `${AREA_TAG_PREFIX}${areaNumber}`;

/** Text of this length is no area's code; longer need not leave the decoder. */
export const MAX_CODE_LENGTH = 32;
/** How many different codes of a photo are looked at: more is a wallpaper. */
export const MAX_CODES_PER_PHOTO = 32;

/** The area numbers that the codes in a photo name. */
export interface PhotoCodes {
  /** By our own printed sheets: meant as areas. */
  sheet: readonly number[];
  /** By bare digits, as on a store's own area labels, or on anything else. */
  bare: readonly number[];
}

export const NO_CODES: PhotoCodes = { sheet: [], bare: [] };

/**
 * The number that a code's text names, leading zeros ignored, and whether it stands on a sheet of ours; null for
 * what is neither a sheet's nor bare digits. The text is a stranger's: nothing of it but a number goes on.
 */
export function areaNumberFromCode(text: string): { number: number; isSheet: boolean } | null {
  if (text.length > MAX_CODE_LENGTH) return null;
  const [, prefix, digits] = /^(PRECOUNT:A)?0*([1-9]\d{0,8})$/.exec(text) ?? [];
  return digits === undefined ? null : { number: Number(digits), isSheet: prefix !== undefined };
}

/** The texts of a photo's codes as area numbers, each once, smallest first, at most `MAX_CODES_PER_PHOTO` of a kind. */
export function photoCodes(texts: readonly string[]): PhotoCodes {
  const found = texts.flatMap((text) => areaNumberFromCode(text) ?? []);
  const ofKind = (isSheet: boolean) =>
    [...new Set(found.filter((code) => code.isSheet === isSheet).map(({ number }) => number))]
      .toSorted((a, b) => a - b)
      .slice(0, MAX_CODES_PER_PHOTO);
  return { sheet: ofKind(true), bare: ofKind(false) };
}

/** Everything that a photo says of its area by itself. */
export interface AreaHints {
  /** The number in the upload's area field. */
  given: number | null;
  name: string;
  codes: PhotoCodes;
}

/** All numbers that a photo may be of: whoever wants to know which of them exist asks for no others. */
export const candidateAreaNumbers = ({ given, name, codes }: AreaHints): number[] => [
  ...new Set([given, areaNumberFromFileName(name), ...codes.sheet, ...codes.bare].flatMap((number) => number ?? [])),
];

/**
 * The area that a photo is of by what it says itself: the upload's area field, else the file's name, else its codes
 * (decision 31). A field that names no area is somebody's word all the same: nothing else is tried. Sheets go
 * before bare digits, which count only where they are an area's; several areas in one photo are none.
 */
export function areaNumberOfPhoto(hints: AreaHints, exists: (areaNumber: number) => boolean): number | null {
  const { given, name, codes } = hints;
  if (given !== null) return exists(given) ? given : null;
  const named = areaNumberFromFileName(name);
  if (named !== null && exists(named)) return named;
  const [first, ...others] = codes.sheet.length > 0 ? codes.sheet : codes.bare.filter((number) => exists(number));
  return first !== undefined && others.length === 0 && exists(first) ? first : null;
}

/** The number in the upload's area field; null when there is none in it. */
export function areaNumberFromField(areaCode: string | undefined): number | null {
  const digits = /^\s*0*([1-9]\d{0,8})\s*$/.exec(areaCode ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}
