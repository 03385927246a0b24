import { MAX_PHOTO_BYTES } from "@precount/domain";
import { expect, it } from "vitest";
import { photoRefusal } from "./photo-rule.ts";

it.each([
  [undefined, "Please choose a photo"],
  [{ type: "text/html", size: 5 }, "This is not an image file. Please choose a photo."],
  [{ type: "image/jpeg", size: 0 }, "The file is empty. Please choose another one."],
  [{ type: "image/jpeg", size: MAX_PHOTO_BYTES + 1 }, "The photo is larger than 100 MB. Please choose a smaller one."],
  [{ type: "image/jpeg", size: MAX_PHOTO_BYTES }, null],
  // HEIC in most browsers.
  [{ type: "", size: 5 }, null],
])("S5.15 the image picker accepts images only: %j gives %j", (file, refusal) => {
  expect(photoRefusal(file)).toBe(refusal);
});
