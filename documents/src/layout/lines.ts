import type { PagePlace } from "@precount/domain";
import { around, bottom, median, overlap, right } from "./boxes.ts";
import type { Word } from "./marks.ts";

/** Words side by side, in reading order. */
export interface Line {
  words: Word[];
  place: PagePlace;
}

/** How tall letters are on a page, in its unit; all tolerances are measured by it. 10 where there is no text. */
export const letterSize = (words: readonly Word[]): number => median(words.map(sizeOf), 10);

export const sizeOf = ({ fontSize, place }: Word): number => fontSize ?? place.height;

/** Words of one level stand on a line when they overlap by so much of the lower one's height. */
const LEVEL = 0.5;
const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** All words of a stretch of page as lines from top to bottom, however far apart words on a line are. */
export function linesOf(words: readonly Word[]): Line[] {
  const upright = words.filter(({ angle }) => angle !== undefined);
  return [...levelLines(words.filter(({ angle }) => angle === undefined)), ...turnedLines(upright)];
}

function levelLines(words: readonly Word[]): Line[] {
  const open: Word[][] = [];
  const done: Word[][] = [];
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const line = open.findLast((line) => isLevelWith(line, word));
    if (line) line.push(word);
    else {
      open.push([word]);
      if (open.length > 8) done.push(...open.splice(0, 1));
    }
  }
  return [...done, ...open].map(lineOf).toSorted((a, b) => a.place.y - b.place.y);
}

/** Text that runs up or down or askew: each run is a line of its own. */
function turnedLines(words: readonly Word[]): Line[] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && isNextTo(last, word)) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => ({ words: line, place: around(line.map(({ place }) => place)) }));
}

function isNextTo(one: Word, other: Word): boolean {
  const size = Math.max(sizeOf(one), sizeOf(other));
  const across = overlap(one.place.x, right(one.place), other.place.x, right(other.place));
  const down = overlap(one.place.y, bottom(one.place), other.place.y, bottom(other.place));
  return one.angle === other.angle && Math.max(across, down) > 0 && Math.min(across, down) > -size;
}

const middle = ({ place }: Word): number => place.y + place.height / 2;

function isLevelWith(line: readonly Word[], word: Word): boolean {
  const last = line.at(-1);
  if (!last) return false;
  const shared = overlap(last.place.y, bottom(last.place), word.place.y, bottom(word.place));
  return shared > LEVEL * Math.min(last.place.height, word.place.height);
}

/** Words of one line, put in order. */
function lineOf(words: readonly Word[]): Line {
  const fromRight = words.filter(({ text }) => FROM_RIGHT.test(text)).length * 2 > words.length;
  const sorted = words.toSorted((a, b) => (fromRight ? right(b.place) - right(a.place) : a.place.x - b.place.x));
  return { words: sorted, place: around(words.map(({ place }) => place)) };
}

/** Parts of a line that stand further apart than `gap` times their letters' size. */
export function splitLine({ words }: Line, gap: number): Line[] {
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1)?.at(-1);
    if (last && gapBetween(last, word) <= gap * Math.max(sizeOf(last), sizeOf(word))) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts.map((part) => ({ words: part, place: around(part.map(({ place }) => place)) }));
}

/** Level white between two words, whichever is left. */
const gapBetween = (one: Word, other: Word): number =>
  Math.max(other.place.x - right(one.place), one.place.x - right(other.place));

/** A gap so narrow, in letter sizes, is none between words of one text: a digit that was read apart, a raised letter. */
const NO_GAP = 0.1;

export function textOf({ words }: Line): string {
  return words
    .map((word, index) => {
      const last = words[index - 1];
      if (!last) return word.text;
      const isApart =
        word.angle !== undefined || gapBetween(last, word) > NO_GAP * Math.min(sizeOf(last), sizeOf(word));
      return isApart ? ` ${word.text}` : word.text;
    })
    .join("");
}

export const confidenceOf = (words: readonly Word[]): number => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 1 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
};
