import { expect, test } from "vitest";
import { captureTime } from "./exif.ts";
import { placeFromText } from "./place.ts";

test.each([
  ["Store 1234, Aisle B7, Shelf 03", ["1234", "B7", "03"]],
  ['{"storeNumber":"0042","bayCode":"7","shelfCode":"2"}', ["0042", "7", "2"]],
  ["Shop no. 12; bay: A12", ["12", "A12", null]],
  ["A shelf in the sun", [null, null, null]],
  ["bookstore history 1999", [null, null, null]],
])("reads the place in %s", (text, [storeNumber, bayCode, shelfCode]) => {
  expect(placeFromText(text)).toEqual({ storeNumber, bayCode, shelfCode });
});

test.each([
  ["2022:02:16 12:55:41", "+01:00", "2022-02-16T12:55:41+01:00"],
  ["2022:02:16 12:55:41", undefined, "2022-02-16T12:55:41Z"],
  ["2022:02:16 12:55:41", "nonsense", "2022-02-16T12:55:41Z"],
  ["0000:00:00 00:00:00", undefined, null],
  ["0000:01:01 00:00:00", undefined, null],
  ["0001:01:01 00:00:00", "+01:00", null],
  ["9999:12:31 23:59:59", "-01:00", null],
  ["2022:02:31 12:00:00", undefined, null],
  [42, undefined, null],
])("converts the capture time %s %s", (original, offset, iso) => {
  expect(captureTime(original, offset)).toBe(iso);
});
