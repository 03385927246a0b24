import { expect, test } from "vitest";
import { captureTime } from "./exif.ts";
import { NO_PLACE, placeFromFileName, placeFromText } from "./place.ts";

test.each([
  ["Store 1234, Aisle B7, Shelf 03", ["1234", "B7", "03"]],
  ['{"storeNumber":"0042","bayCode":"7","shelfCode":"2"}', ["0042", "7", "2"]],
  ["Shop no. 12; bay: A12", ["12", "A12", null]],
  ["A shelf in the sun", [null, null, null]],
  ["bookstore history 1999", [null, null, null]],
])("%s", (text, [storeNumber, bayCode, shelfCode]) => {
  expect(placeFromText(text)).toEqual({ storeNumber, bayCode, shelfCode });
});

test.each([
  ["1234_B7_03.jpg", ["1234", "B7", "03"]],
  ["0042-12-2-left.HEIC", ["0042", "12", "2"]],
])("the file name %s says where", (name, [storeNumber, bayCode, shelfCode]) => {
  expect(placeFromFileName(name)).toEqual({ storeNumber, bayCode, shelfCode });
});

test.each(["IMG_5195.HEIC", "20261121_134501_001.jpg", "2026-11-21_1_2.jpg", "photo.png", "12_.jpg"])(
  "the file name %s says nothing of a place",
  (name) => {
    expect(placeFromFileName(name)).toEqual(NO_PLACE);
  },
);

test.each([
  ["2022:02:16 12:55:41", "+01:00", "2022-02-16T12:55:41+01:00"],
  ["2022:02:16 12:55:41", undefined, "2022-02-16T12:55:41Z"],
  ["2022:02:16 12:55:41", "nonsense", "2022-02-16T12:55:41Z"],
  ["0000:00:00 00:00:00", undefined, null],
  ["2022:02:31 12:00:00", undefined, null],
  [42, undefined, null],
])("captured %s %s", (original, offset, iso) => {
  expect(captureTime(original, offset)).toBe(iso);
});
