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
  { answersTag: true, tag: 0.144 },
  { answersTag: false, tag: 0.5 },
])("reads one row of a reader that answers `tag`: $answersTag", async ({ answersTag, tag }) => {
  const network = readerOf(readerOutputs({ answersTag }));
  const [first, second] = await read(network, [crop, crop], { ...settings, answersTag });
  expect(second).toMatchObject({
    upsideDown: expect.closeTo(0.132),
    paper: expect.closeTo(0.133),
    code: { cx: expect.closeTo(0.134), written: expect.closeTo(0.138) },
    quantity: { cx: expect.closeTo(0.139), height: expect.closeTo(0.142), written: expect.closeTo(0.143) },
    tag: expect.closeTo(tag),
  });
  expect(second).toEqual(first);
});
