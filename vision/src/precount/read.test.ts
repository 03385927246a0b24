import { expect, test } from "vitest";
import { read, readerOutputs } from "./read.ts";

const look = { growWidth: 1, growHeight: 1, right: 0, down: 0 };
const settings = { widthPx: 4, heightPx: 2, fill: 128, look, moreLooks: [], sure: 0.98, batch: 8 };
const crop = { data: new Uint8Array(4 * 2 * 3), width: 4, height: 2 };

/** A reader whose row of each crop is 0, 0.001, 0.002 and so on. */
const readerOf = (outputs: number) => ({
  run: async (_: Float32Array, [crops = 0]: readonly number[]) => ({
    data: Float32Array.from({ length: crops * outputs }, (_value, i) => (i % outputs) / 1000),
    shape: [crops, outputs],
  }),
  close: async () => undefined,
});

test.each([
  { answersTag: true, answersTagNumber: true, tag: 0.144, digits: [0.145, 0.177] },
  { answersTag: true, answersTagNumber: false, tag: 0.144, digits: [0, 0.032] },
  { answersTag: false, answersTagNumber: false, tag: 0.5, digits: [0, 0.032] },
])("reads one row of a reader that answers `tag`: $answersTag, a tag's number: $answersTagNumber", async (answers) => {
  const { tag, digits, ...has } = answers;
  const [first, second] = await read(readerOf(readerOutputs(has)), [crop, crop], { ...settings, ...has });
  expect(second).toMatchObject({
    upsideDown: expect.closeTo(0.132),
    paper: expect.closeTo(0.133),
    code: { cx: expect.closeTo(0.134), written: expect.closeTo(0.138) },
    quantity: { cx: expect.closeTo(0.139), height: expect.closeTo(0.142), written: expect.closeTo(0.143) },
    tag: expect.closeTo(tag),
  });
  expect(second!.tagSlots).toHaveLength(33);
  expect([second!.tagSlots[0], second!.tagSlots[32]]).toEqual(digits.map((digit) => expect.closeTo(digit)));
  expect(second).toEqual(first);
});
