import type { PageMarks, Rule, Word } from "../marks.ts";

/** A typewriter's letters, points: equally wide, and lines no further apart than one text's. */
const WIDTH = 6;
const HEIGHT = 10;
const LINE = 12;
const LEFT = 50;
const TOP = 60;

/**
 * A page as one types it: each letter is 6 points wide, each line 12 tall, words where spaces part them. A line of `===`
 * draws a rule from its first to its last sign, halfway between its neighbours; words beside it stand on its height.
 */
export function typed(text: string, number = 1): PageMarks {
  const words: Word[] = [];
  const rules: Rule[] = [];
  let y = TOP;
  for (const line of text.replace(/^\n/u, "").split("\n")) {
    const rule = /=+/u.exec(line);
    if (rule) {
      const x1 = LEFT + rule.index * WIDTH;
      rules.push({ x1, y1: y, x2: x1 + rule[0].length * WIDTH, y2: y });
      y -= LINE / 2;
    }
    for (const match of line.matchAll(/[^\s=]+/gu)) {
      const place = { x: LEFT + match.index * WIDTH, y, width: match[0].length * WIDTH, height: HEIGHT };
      words.push({ text: match[0], place, confidence: 1, fontSize: HEIGHT });
    }
    y += LINE;
  }
  return { number, width: 612, height: 792, source: "text", words, rules, pictures: [] };
}
