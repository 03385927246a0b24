import type { Pixels, TextReader } from "@precount/vision";
import type { PageMarks } from "../layout/marks.ts";
import { toGrey } from "./grey.ts";
import type { Homography } from "./homography.ts";
import { boxOf, piecesOf } from "./pieces.ts";
import { findRules, rulesOfPrint } from "./rules.ts";
import { straighten } from "./straighten.ts";
import { usualGap, wordsOf } from "./words.ts";

/** What is read of a picture. */
export interface PictureMarks {
  /** In pixels of the picture set straight. */
  marks: PageMarks;
  /** From the picture's own pixels to those. */
  onto: Homography;
}

/** The network looks for lines in at most so many pixels: memory goes by them. */
const MOST_SEARCHED = 1_200_000;

/**
 * Text and drawn lines of a picture of print, set straight first. With `isPage` the picture is a whole page (a scan) and
 * its frame stays; else a photo, of which only the part with print is looked at.
 */
export async function readPicture(picture: Pixels, reader: TextReader, isPage: boolean): Promise<PictureMarks> {
  const straight = await straighten(picture, reader, isPage);
  if (!straight) {
    const { width, height } = picture;
    const marks: PageMarks = { number: 1, width, height, source: "empty", words: [], rules: [], pictures: [] };
    return { marks, onto: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
  }
  const { width, height } = straight.picture;
  const grey = toGrey(straight.picture);
  const lines = await reader.findLines(straight.picture, MOST_SEARCHED);
  const rules = rulesOfPrint(findRules(grey, straight.lineHeight), lines);
  const pieces = piecesOf(grey, lines, rules);
  const texts = await reader.readBoxes(
    straight.picture,
    pieces.map((piece) => boxOf(piece)),
  );
  const gap = usualGap(pieces);
  const words = pieces.flatMap((piece, i) => {
    const text = texts[i];
    return text ? wordsOf(piece, text, gap) : [];
  });
  return {
    marks: { number: 1, width, height, source: "picture", words, rules, pictures: [] },
    onto: straight.onto,
  };
}
