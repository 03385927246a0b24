import { expect, test } from "vitest";
import { seededRandom } from "../lists/random.ts";
import { moveStickers } from "./move-stickers.ts";
import { compare, emptyTally } from "./score.ts";
import { drawShot, takePhoto } from "./take-photo.ts";
import type { View } from "./views.ts";

const sticker = { x: 260, y: 90, width: 60, height: 30, angle: 0 };

/** A gray shelf with one white sticker. */
function drawShelf(): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(600 * 200 * 3).fill(60);
  for (let y = sticker.y; y < sticker.y + sticker.height; y++) {
    data.fill(250, (y * 600 + sticker.x) * 3, (y * 600 + sticker.x + sticker.width) * 3);
  }
  return { data, width: 600, height: 200 };
}

test("places a sticker where the photo shows it", () => {
  const random = seededRandom(3);
  const photo = takePhoto(drawShelf(), { ...drawShot(random, 0.2, 0.8), noise: 0 }, random);
  const rect = photo.place(sticker);
  expect(rect).not.toBeNull();
  const at = (x: number, y: number): number => photo.data[(Math.round(y) * photo.width + Math.round(x)) * 3] ?? 0;
  const { x = 0, y = 0, width = 0, height = 0 } = rect ?? {};
  const center = at(x + width / 2, y + height / 2);
  expect(center).toBeGreaterThan(at(x + width / 2, y - height) + 60);
  expect(photo.place({ ...sticker, x: 0 })).toBeNull();
});

test("moves stickers to another place of the same shelf", () => {
  const { shelf, rects } = moveStickers(drawShelf(), [sticker], seededRandom(1));
  const [moved] = rects;
  expect(Math.abs((moved?.x ?? 0) - sticker.x)).toBeGreaterThan(sticker.width);
  const at = (x: number): number => shelf.data[((sticker.y + 15) * 600 + x) * 3] ?? 0;
  expect([at(sticker.x + 30), at((moved?.x ?? 0) + 30)]).toEqual([60, 250]);
});

test("counts found, wrong and missed pairs", () => {
  const empty = { x: new Uint16Array(), y: new Uint16Array(), descriptors: new Uint32Array() };
  const view: View = {
    shelf: 0,
    kind: "left",
    stickers: [{ id: 1, rect: sticker }],
    photo: { keypoints: empty, size: { width: 600, height: 200 } },
    keypointsMs: 1,
  };
  const tally = emptyTally();
  compare(view, { ...view, kind: "right" }, tally);
  expect(tally).toMatchObject({ right: 0, wrong: 0, missed: 1 });
});
