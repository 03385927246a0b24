import type { PagePlace } from "@precount/domain";
import { boundingBox, bottom, median, overlap, right } from "./boxes.ts";
import { type Interval, gapsBetween, xInterval } from "./intervals.ts";
import type { Word } from "./page-content.ts";

/** The words of a line, in reading order. */
export interface Line {
  words: Word[];
  place: PagePlace;
}

/** The median letter size, in the page's unit; 10 without text. All tolerances are relative to it. */
export const letterSize = (words: readonly Word[]): number => median(words.map(sizeOf), 10);

export const middleY = ({ place }: Line): number => place.y + place.height / 2;

/** The gaps between the words of a line. */
export const gapsIn = ({ words }: Line): Interval[] => gapsBetween(words.map(({ place }) => xInterval(place)));

export const sizeOf = ({ fontSize, place }: Word): number => fontSize ?? place.height;

/** The minimum vertical overlap of words in one line, as a share of the lower word's height. */
const MIN_VERTICAL_OVERLAP = 0.5;
/** In letter sizes: the overlap of two words of different lines of a column, and the distance of their middles. */
const MIN_ABOVE_OVERLAP = 1;
const MIN_LINE_DISTANCE = 0.7;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Groups words into lines from top to bottom, at any distance between the words of a line. */
export function groupIntoLines(words: readonly Word[]): Line[] {
  const rotated = words.filter(({ angle }) => angle !== undefined);
  return [...horizontalLines(words.filter(({ angle }) => angle === undefined)), ...rotatedLines(rotated)];
}

function horizontalLines(words: readonly Word[]): Line[] {
  const open: Word[][] = [];
  const done: Word[][] = [];
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const line = open.findLast((line) => isOnLine(line, word));
    if (line) line.push(word);
    else {
      open.push([word]);
      if (open.length > 8) done.push(...open.splice(0, 1));
    }
  }
  return [...done, ...open].map(toLine).toSorted((a, b) => a.place.y - b.place.y);
}

/** Lines of rotated text. Each run of words is a line. */
function rotatedLines(words: readonly Word[]): Line[] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && continues(last, word)) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => ({ words: line, place: boundingBox(line.map(({ place }) => place)) }));
}

function continues(previous: Word, next: Word): boolean {
  const size = Math.max(sizeOf(previous), sizeOf(next));
  const across = overlap(previous.place.x, right(previous.place), next.place.x, right(next.place));
  const down = overlap(previous.place.y, bottom(previous.place), next.place.y, bottom(next.place));
  return previous.angle === next.angle && Math.max(across, down) > 0 && Math.min(across, down) > -size;
}

const middle = ({ place }: Word): number => place.y + place.height / 2;

function isOnLine(line: readonly Word[], word: Word): boolean {
  const last = line.at(-1);
  if (!last) return false;
  const shared = overlap(last.place.y, bottom(last.place), word.place.y, bottom(word.place));
  if (shared <= MIN_VERTICAL_OVERLAP * Math.min(last.place.height, word.place.height)) return false;
  return !line.some((other) => isAbove(other, word));
}

/**
 * Whether a word is on the line above another one. Where the lines of text columns are at different heights, each word
 * overlaps the last one, so that two lines of a column would be one line.
 */
function isAbove(upper: Word, lower: Word): boolean {
  const across = overlap(upper.place.x, right(upper.place), lower.place.x, right(lower.place));
  const size = Math.min(sizeOf(upper), sizeOf(lower));
  return across > MIN_ABOVE_OVERLAP * size && middle(lower) - middle(upper) > MIN_LINE_DISTANCE * size;
}

/** Puts the words of a line into reading order. */
function toLine(words: readonly Word[]): Line {
  const isRightToLeft = words.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length * 2 > words.length;
  const sorted = words.toSorted((a, b) => (isRightToLeft ? right(b.place) - right(a.place) : a.place.x - b.place.x));
  return { words: sorted, place: boundingBox(words.map(({ place }) => place)) };
}

/** Splits a line at gaps wider than `gap` letter sizes. */
export function splitLine({ words }: Line, gap: number): Line[] {
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1)?.at(-1);
    if (last && gapBetween(last, word) <= gap * Math.max(sizeOf(last), sizeOf(word))) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts.map((part) => ({ words: part, place: boundingBox(part.map(({ place }) => place)) }));
}

/** The horizontal gap between two words in either order. */
const gapBetween = (a: Word, b: Word): number => Math.max(b.place.x - right(a.place), a.place.x - right(b.place));

/** In letter sizes: a gap up to this is no space, such as before a superscript or a digit that was recognized separately. */
const MAX_JOIN_GAP = 0.1;

/** The line's text, with a space between words. */
export function textOf({ words }: Line): string {
  return words
    .map((word, index) => {
      const last = words[index - 1];
      if (!last) return word.text;
      const isApart =
        word.angle !== undefined || gapBetween(last, word) > MAX_JOIN_GAP * Math.min(sizeOf(last), sizeOf(word));
      return isApart ? ` ${word.text}` : word.text;
    })
    .join("");
}

/** The mean confidence of words, weighted by their length; 1 for no words. */
export const confidenceOf = (words: readonly Word[]): number => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 1 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
};
