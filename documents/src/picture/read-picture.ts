import type { TextReader } from "@precount/ocr";
import type { Pixels } from "@precount/photos";
import type { PageMarks } from "../layout/marks.ts";
import { findLines } from "./find-lines.ts";
import { toGrey } from "./grey.ts";
import { boxOf, piecesOf } from "./pieces.ts";
import { findRules, rulesOfPrint } from "./rules.ts";
import { straighten } from "./straighten.ts";
import { usualGap, wordsOf } from "./words.ts";

/**
 * Text and drawn lines of a picture of print, set straight first. With `isPage` the picture is a whole page (a scan) and
 * its frame stays; else a photo, of which only the part with print is looked at. Places are in pixels of the picture set
 * straight.
 */
export async function readPicture(picture: Pixels, reader: TextReader, isPage: boolean): Promise<PageMarks> {
  const straight = await straighten(picture, reader, isPage);
  if (!straight) {
    const { width, height } = picture;
    return { number: 1, width, height, source: "empty", words: [], rules: [], pictures: [] };
  }
  const { width, height } = straight.picture;
  const grey = toGrey(straight.picture);
  const lines = await findLines(reader, straight.picture, straight.lineHeight);
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
  return { number: 1, width, height, source: "picture", words, rules, pictures: [] };
}
