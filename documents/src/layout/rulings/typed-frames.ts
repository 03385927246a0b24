import { type Line, groupIntoLines } from "../lines.ts";
import type { PageContent, Ruling, Word } from "../page-content.ts";

/** Signs that are typed as vertical lines, and words that are typed as horizontal ones, with or without crossings. */
const BAR = /[|¦│]/u;
const DASHES = /^[+|]?[-=_─━]{2}[-=_─━+|┼]*$/u;
/** The minimum bars in a line, and the minimum lines with bars, of a frame. */
const MIN_BARS = 2;
const MIN_BAR_LINES = 3;
/** In widths of a letter: the maximum distance between the middles of two lines of a frame. */
const MAX_LINE_DISTANCE = 4.2;

/** A line of a typed frame: x of its bars, none for a line of dashes. */
interface FrameLine {
  line: Line;
  y: number;
  bars: number[];
}

/**
 * Draws the frames of tables that are typed with bars and dashes, as ERP systems print them: `|104820  |Garden hose |  14|`.
 * Only for a text layer, where the place of each letter of a word is known.
 */
export function drawTypedFrames(content: PageContent): PageContent {
  if (content.source !== "text") return content;
  const typed = content.words.filter(({ pitch, angle }) => pitch !== undefined && angle === undefined);
  const frames = framesIn(groupIntoLines(typed)).filter(isFrame);
  if (frames.length === 0) return content;
  const framed = new Set(frames.flat().flatMap(({ line }) => line.words));
  return {
    ...content,
    words: content.words.flatMap((word) => (framed.has(word) ? withoutBars(word) : [word])),
    rulings: [...content.rulings, ...frames.flatMap(rulingsOf)],
  };
}

/** Whether the outer bars of all lines are below each other. Bars in a program's source are not. */
function isFrame(frame: readonly FrameLine[]): boolean {
  const lines = frame.filter(({ bars }) => bars.length > 0);
  const [first] = lines;
  const pitch = first?.line.words[0]?.pitch ?? 0;
  const isBelow = (x = 0, other = 0): boolean => Math.abs(x - other) < 0.5 * pitch;
  return (
    lines.length >= MIN_BAR_LINES &&
    lines.every(({ bars }) => isBelow(bars[0], first?.bars[0]) && isBelow(bars.at(-1), first?.bars.at(-1)))
  );
}

/** Groups neighboring lines of bars or dashes. */
function framesIn(lines: readonly Line[]): FrameLine[][] {
  const frames: FrameLine[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const isDashed = line.words.every(({ text }) => DASHES.test(text));
    const bars = isDashed ? [] : line.words.flatMap(barsOf);
    const isPart = isDashed || bars.length >= MIN_BARS;
    const y = line.place.y + line.place.height / 2;
    const last = frames.at(-1);
    const isNear = y - (last?.at(-1)?.y ?? -Infinity) < MAX_LINE_DISTANCE * (line.words[0]?.pitch ?? 0);
    if (isPart && isOpen && isNear) last?.push({ line, y, bars });
    else if (isPart) frames.push([{ line, y, bars }]);
    isOpen = isPart;
  }
  return frames;
}

const barsOf = ({ text, place, pitch = 0 }: Word): number[] =>
  Array.from(text, (char, index) => ({ char, x: place.x + (index + 0.5) * pitch }))
    .filter(({ char }) => BAR.test(char))
    .map(({ x }) => x);

/** The parts of a word beside its bars. Dashes are drawn. */
function withoutBars(word: Word): Word[] {
  if (DASHES.test(word.text)) return [];
  return [...word.text.matchAll(/[^|¦│]+/gu)].map(({ 0: text, index }) => partOf(word, text, index));
}

const partOf = (word: Word, text: string, index: number): Word => {
  const { place, pitch = 0 } = word;
  return { ...word, text, place: { ...place, x: place.x + index * pitch, width: text.length * pitch } };
};

/** The lines that a frame draws. Bars reach to the dashes above and below, or halfway to the next line. */
function rulingsOf(frame: readonly FrameLine[]): Ruling[] {
  const all = frame.flatMap(({ bars }) => bars);
  const [x1, x2] = [Math.min(...all), Math.max(...all)];
  const edges = frame.map((part, index) => {
    const [above, below] = [frame[index - 1], frame[index + 1]];
    const half = part.line.place.height / 2;
    return {
      top: above ? part.y - (part.y - above.y) / (above.bars.length > 0 ? 2 : 1) : part.y - half,
      low: below ? part.y + (below.y - part.y) / (below.bars.length > 0 ? 2 : 1) : part.y + half,
    };
  });
  const levels = frame.flatMap(({ bars, y }, index) => {
    if (bars.length === 0) return [y];
    const ends = [index === 0 ? edges[0]?.top : undefined, index === frame.length - 1 ? edges.at(-1)?.low : undefined];
    return ends.filter((end) => end !== undefined);
  });
  return [
    ...levels.map((y) => ({ x1, x2, y1: y, y2: y })),
    ...frame.flatMap(({ bars }, index) =>
      bars.map((x) => ({ x1: x, x2: x, y1: edges[index]?.top ?? 0, y2: edges[index]?.low ?? 0 })),
    ),
  ];
}
