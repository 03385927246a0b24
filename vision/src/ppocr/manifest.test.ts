import { PP_OCR_V4 } from "@precount/ocr";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODELS_DIR, readModelFolder } from "../manifest.ts";

test("the model ppocr uses the same weights and preprocessing as the text reader", async () => {
  const { manifest } = await readModelFolder(join(MODELS_DIR, "ppocr"));
  expect(manifest).toMatchObject({
    weights: PP_OCR_V4.weights,
    detect: PP_OCR_V4.detect,
    recognise: { heightPx: PP_OCR_V4.recognitionHeightPx },
  });
});
