import { areaNumberFromFileName } from "../image/name-metadata.ts";

/**
 * Prefix of the codes on our area tags. It uses only the QR code's alphanumeric alphabet, so that numbers of up to
 * six digits fit the smallest QR code (21 × 21) with error correction level Q (25 %), and it is short enough for a
 * Code 128 on a small tag. Store labels, prices and links do not start with it. `A` stands for area; other kinds may
 * follow.
 */
const AREA_TAG_PREFIX = "PRECOUNT:A";

/** The content of the QR code and the Code 128 on an area tag. */
export const areaTagCode = (areaNumber: number): string => `${AREA_TAG_PREFIX}${areaNumber}`;

/** A longer text cannot be an area's code, so the decoder drops it. */
export const MAX_CODE_LENGTH = 32;
/** Limit on the distinct codes taken from one photo. */
export const MAX_CODES_PER_PHOTO = 32;

/** Area numbers found in a photo's codes. */
export interface PhotoCodes {
  /** From our area tags, which always mean an area. */
  sheet: readonly number[];
  /** From codes that contain only digits, such as a store's own labels, which may mean something else. */
  bare: readonly number[];
}

export const NO_CODES: PhotoCodes = { sheet: [], bare: [] };

/**
 * Parses a code's text: the area number without leading zeros, and whether the code is from an area tag. Null for any
 * other text. The text is untrusted: only the number is used.
 */
export function areaNumberFromCode(text: string): { number: number; isAreaTag: boolean } | null {
  if (text.length > MAX_CODE_LENGTH) return null;
  const [, prefix, digits] = /^(PRECOUNT:A)?0*([1-9]\d{0,8})$/.exec(text) ?? [];
  return digits === undefined ? null : { number: Number(digits), isAreaTag: prefix !== undefined };
}

/** The distinct area numbers in a photo's codes, ascending, at most `MAX_CODES_PER_PHOTO` of each kind. */
export function photoCodes(texts: readonly string[]): PhotoCodes {
  const found = texts.flatMap((text) => areaNumberFromCode(text) ?? []);
  const ofKind = (isAreaTag: boolean) =>
    [...new Set(found.filter((code) => code.isAreaTag === isAreaTag).map(({ number }) => number))]
      .toSorted((a, b) => a - b)
      .slice(0, MAX_CODES_PER_PHOTO);
  return { sheet: ofKind(true), bare: ofKind(false) };
}

/** Everything about a photo that can identify its area. */
export interface AreaHints {
  /** The number in the upload's area field; null without one. */
  fieldNumber: number | null;
  fileName: string;
  codes: PhotoCodes;
}

/** All area numbers that the hints mention, to look up which of them exist. */
export const candidateAreaNumbers = ({ fieldNumber, fileName, codes }: AreaHints): number[] => [
  ...new Set(
    [fieldNumber, areaNumberFromFileName(fileName), ...codes.sheet, ...codes.bare].flatMap((number) => number ?? []),
  ),
];

/**
 * The area of a photo: from the upload's area field, else from the file name, else from its codes (PD-31). If the
 * area field names an unknown area, nothing else is tried. Area tags take precedence over plain digits. Codes of
 * several areas are ignored.
 */
export function areaNumberOfPhoto(hints: AreaHints, exists: (areaNumber: number) => boolean): number | null {
  const { fieldNumber, fileName, codes } = hints;
  if (fieldNumber !== null) return exists(fieldNumber) ? fieldNumber : null;
  const fromName = areaNumberFromFileName(fileName);
  if (fromName !== null && exists(fromName)) return fromName;
  const [first, ...others] = codes.sheet.length > 0 ? codes.sheet : codes.bare.filter((number) => exists(number));
  return first !== undefined && others.length === 0 && exists(first) ? first : null;
}

/** Parses the upload's area field; null if it contains no number. */
export function areaNumberFromField(areaCode: string | undefined): number | null {
  const digits = /^\s*0*([1-9]\d{0,8})\s*$/.exec(areaCode ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Whether the upload's area field can be used: it is missing or empty, or contains a number. */
export const isAreaField = (areaCode: string | undefined): boolean =>
  areaCode === undefined || areaCode.trim() === "" || areaNumberFromField(areaCode) !== null;
