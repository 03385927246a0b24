import { expect, test } from "vitest";
import { type Glyph, textOf } from "./ctc.ts";
import { restoreLetters } from "./restore-letters.ts";

const PROBABILITY = 0.9;

/** Evenly spaced glyphs; an underscore is a place without one. */
const glyphs = (text: string, probability = PROBABILITY): Glyph[] =>
  Array.from(text, (char, i) => ({ char, probability, at: (i + 0.5) / text.length })).filter(
    ({ char }) => char !== "_",
  );

test.each([
  ["one letter that was read as two", "Grosse", "Grö_ße", "Größe"],
  ["another letter", "GroBe", "Größe", "Größe"],
  ["a wrong accent", "ēcole", "école", "école"],
  ["a sign that is missing", "12,50_", "12,50€", "12,50€"],
  ["a capital letter", "Ol und Uhr", "Öl und Uhr", "Öl und Uhr"],
  ["a letter whose size was misread", "roza", "rÓŻa", "róża"],
  ["a ligature after which both read an e", "Boeuf", "Bœeuf", "Bœuf"],
  ["an I that is an l", "I'été", "l'été", "l'été"],
])("restores %s", (_, read, letters, expected) => {
  expect(textOf(restoreLetters(glyphs(read), glyphs(letters)))).toBe(expected);
});

test.each([
  ["letters of a US keyboard", "shelf 1O", "sheIf 10"],
  ["digits beside digits", "0061", "ö061"],
  ["letters that both read", "für 3 kg", "für 3 kg"],
])("keeps %s as PP-OCR read them", (_, read, letters) => {
  expect(textOf(restoreLetters(glyphs(read), glyphs(letters)))).toBe(read);
});

test("restores a letter that PP-OCR read twice, but not two letters at their own places", () => {
  const letters = glyphs("täglich");
  const twice = letters.toSpliced(2, 0, { char: "a", probability: PROBABILITY, at: (letters[1]?.at ?? 0) + 0.04 });
  expect(textOf(restoreLetters(twice, letters))).toBe("täglich");
  expect(textOf(restoreLetters(glyphs("Judäa"), glyphs("Judä_")))).toBe("Judäa");
});

test("keeps an I where the letter head is not quite sure that it is an l", () => {
  expect(textOf(restoreLetters(glyphs("Iş"), glyphs("lş", 0.8)))).toBe("Iş");
});

test("keeps what PP-OCR read where the letter head is not sure", () => {
  expect(textOf(restoreLetters(glyphs("ole"), glyphs("öle", 0.3)))).toBe("ole");
});

test("gives a restored letter the place of PP-OCR's and the probability of the letter head", () => {
  const [letter] = restoreLetters(glyphs("ol", 0.7), [{ char: "ö", probability: 0.8, at: 0.3 }, ...glyphs("_l")]);
  expect(letter).toEqual({ char: "ö", probability: 0.8, at: 0.25 });
});
