import { expect, test } from "vitest";
import type { Network } from "@precount/inference";
import { type NumberToReread, fieldOutputs, readNumbers } from "./read-fields.ts";
import { closerBox, stripOf } from "./strip.ts";
import { CLASSES, numbersOf } from "./values.ts";

const settings = {
  widthPx: 40,
  heightPx: 12,
  fill: 128,
  margin: 0.2,
  batch: 4,
  leastWritten: 0.5,
  weight: 0.6,
  stillDoubtful: 0.9,
};
const SLOTS = 6;
const photo = {
  data: Uint8Array.from({ length: 200 * 100 * 3 }, (_, i) => (i * 7 + Math.floor(i / 600) * 31) % 251),
  width: 200,
  height: 100,
};
const PLACE = { cx: 0.25, cy: 0.6, width: 0.4, height: 0.5 };

/** Slots that say a number, each digit with this probability, and the other digits equally. */
function slotsOf(number: string, probability: number): Float32Array {
  const slots = new Float32Array(SLOTS * CLASSES).fill((1 - probability) / (CLASSES - 1));
  for (let slot = 0; slot < SLOTS; slot++) slots[slot * CLASSES + Number(number[slot] ?? CLASSES - 1)] = probability;
  return slots;
}

/** The probability of handwriting that the field reader gives for each strip, in turn. */
const WRITTEN = [0.75, 0.25, 0.5, 1];

const askedNumber = (slots: Float32Array): NumberToReread => ({
  field: "code",
  number: { cx: 100, cy: 50, width: 60, height: 15, angle: 20 },
  slots,
});

/** A field reader that gives these slots in turn, and PLACE for each strip; `strips` are the strips that it saw. */
function fieldReader(answers: readonly Float32Array[], withPlace = true) {
  const strips: Float32Array[] = [];
  const network: Network = {
    run: async (input, [count = 0, ...size]) => {
      const pixels = size.reduce((product, side) => product * side, 1);
      const rows = Array.from({ length: count }, (_, n) => {
        strips.push(input.slice(n * pixels, (n + 1) * pixels));
        const place = withPlace ? [PLACE.cx, PLACE.cy, PLACE.width, PLACE.height] : [];
        return [...answers[strips.length - 1]!, WRITTEN[strips.length - 1]!, ...place];
      });
      return { data: Float32Array.from(rows.flat()), shape: [count, rows[0]?.length ?? 0] };
    },
    close: async () => undefined,
  };
  return { strips, network };
}

const redOf = (strip: { data: Uint8Array }): number[] =>
  Array.from(
    strip.data.filter((_, i) => i % 3 === 0),
    (level) => level / 255,
  );

test("a number that stays doubtful is read once more where the field reader sees it, and both strips count", async () => {
  // The readers differ in the first digit, and the second strip agrees with the crop.
  const { network, strips } = fieldReader([slotsOf("703471", 0.99), slotsOf("103471", 0.999)]);
  const asked = askedNumber(slotsOf("103471", 0.9));
  const [reading] = await readNumbers(network, photo, [asked], settings);
  expect(strips).toHaveLength(2);
  const closer = stripOf(photo, closerBox(asked.number, PLACE, settings), settings);
  const [first, second] = strips.map((strip) => Array.from(strip.subarray(0, 40 * 12)));
  for (const [i, level] of redOf(closer).entries()) expect(second![i]).toBeCloseTo(level, 5);
  expect(second).not.toEqual(first);
  const [best, next] = numbersOf(reading!.slots, "code");
  expect([best?.value, next?.value]).toEqual(["103471", "703471"]);
  expect(reading!.written).toBeCloseTo(0.5, 5);
  expect(best!.confidence).toBeGreaterThan(0.6);
  expect(best!.confidence).toBeLessThan(0.9);
});

test("a number that is sure after the second reading, or has no place, is not read once more", async () => {
  const sure = fieldReader([slotsOf("103471", 0.999)]);
  const asked = askedNumber(slotsOf("103471", 0.99));
  const [reading] = await readNumbers(sure.network, photo, [asked], settings);
  expect(sure.strips).toHaveLength(1);
  expect(numbersOf(reading!.slots, "code")[0]?.value).toBe("103471");

  const { stillDoubtful: _, ...earlier } = settings;
  expect(fieldOutputs(settings) - fieldOutputs(earlier)).toBe(4);
  const without = fieldReader([slotsOf("703471", 0.9)], false);
  await readNumbers(without.network, photo, [asked], earlier);
  expect(without.strips).toHaveLength(1);
});

test("each reading belongs to its number, although only some are read once more", async () => {
  const { network, strips } = fieldReader([
    slotsOf("111111", 0.999),
    slotsOf("222222", 0.5),
    slotsOf("333333", 0.999),
    slotsOf("222222", 0.6),
  ]);
  const asked = ["111111", "222222", "333333"].map((number) => askedNumber(slotsOf(number, 0.95)));
  const readings = await readNumbers(network, photo, asked, settings);
  expect(strips).toHaveLength(4);
  expect(readings.map(({ slots }) => numbersOf(slots, "code")[0]?.value)).toEqual(["111111", "222222", "333333"]);
  expect(readings.map(({ written }) => written)).toEqual([0.75, 0.625, 0.5]);
});
