import { expect, test } from "vitest";
import type { Steps } from "./ctc.ts";
import { classWeights, weighted } from "./page-letters.ts";

/** Class 0 is the blank. */
const ALPHABET = ["", "a", "ã", "å", "õ", "ç", "ø", "µ", "€", "ñ", "¡"];

/** A line with one step for each list of probabilities. */
function line(...steps: Partial<Record<string, number>>[]): Steps {
  const data = Float32Array.from(steps.flatMap((step) => ALPHABET.map((char) => step[char] ?? 0)));
  return { data, offset: 0, count: steps.length, size: ALPHABET.length };
}

const bestOf = (row: readonly number[]): number => row.indexOf(Math.max(...row));

/** The best character of each step. */
function read({ data, count, size }: Steps): string {
  return Array.from(
    { length: count },
    (_, at) => ALPHABET[bestOf([...data.subarray(at * size, (at + 1) * size)])],
  ).join("");
}

const readOn = (page: readonly Steps[], own: Steps): string => read(weighted(own, classWeights(page, ALPHABET)));

const DOUBTFUL = line({ å: 0.6, ã: 0.35 });
const PORTUGUESE = line({ õ: 0.9 }, { ç: 0.8 }, { ã: 0.7, å: 0.2 });
const DANISH = line({ ø: 0.9 }, { ø: 0.8 }, { å: 0.7, ã: 0.2 });

test("reads a doubtful letter as one of the language of the page", () => {
  expect(readOn([DOUBTFUL, PORTUGUESE], DOUBTFUL)).toBe("ã");
  expect(readOn([DOUBTFUL, DANISH], DOUBTFUL)).toBe("å");
  expect(readOn([DOUBTFUL], DOUBTFUL)).toBe("å");
});

test("keeps letters of other languages that are clear, and signs", () => {
  const foreign = line({ å: 0.97, ã: 0.01, a: 0.01 }, { "€": 0.5, a: 0.4 }, { µ: 0.5, a: 0.4 });
  expect(readOn([foreign, PORTUGUESE, PORTUGUESE], foreign)).toBe("å€µ");
});

test("reads a doubtful letter as a plain one on a page that has hardly any accents", () => {
  const own = line({ ã: 0.5, a: 0.4 });
  const english = line(...Array.from({ length: 150 }, () => ({ a: 1 })));
  expect(readOn([english, own], own)).toBe("a");
  expect(readOn([english, PORTUGUESE, own], own)).toBe("ã");
});

test("reads an inverted exclamation mark only where Spanish is likely", () => {
  const own = line({ "¡": 0.5, a: 0.3 });
  expect(readOn([own, PORTUGUESE], own)).toBe("a");
  expect(readOn([own, line({ ñ: 0.9 }, { ñ: 0.9 })], own)).toBe("¡");
});

test("scales the probabilities of each step to a sum of 1", () => {
  const { data, count, size } = weighted(PORTUGUESE, classWeights([DANISH], ALPHABET));
  const sums = Array.from({ length: count }, (_, at) =>
    data.subarray(at * size, (at + 1) * size).reduce((sum, value) => sum + value, 0),
  );
  expect(sums.map((sum) => sum.toFixed(5))).toEqual(["1.00000", "1.00000", "1.00000"]);
});
