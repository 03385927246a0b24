import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatches } from "../detection/patches.ts";
import { makePatch } from "../detection/patch.ts";
import { detectionOptionsSchema } from "../detection/options.ts";
import { clampRect } from "../geometry/clamp.ts";
import { result, results, shelf, sticker } from "../testing/factories.ts";
import { cocoAnnotation } from "./coco.ts";
import { classOfCategory, cocoAnnotationSchema, copyScale, predictionOf } from "./coco-import.ts";
import { cvatImage } from "./cvat.ts";
import { type LabeledImage, splitImages } from "./format.ts";
import { labelStudioTask } from "./label-studio.ts";
import { vocXml } from "./voc.ts";
import { yoloLine } from "./yolo.ts";

const size = { width: 4000, height: 3000 };
const thresholds = detectionOptionsSchema.parse({});
const rotated = sticker({
  code: "000042",
  quantity: "7",
  rect: { x: 1000, y: 500, width: 400, height: 200, angle: 90 },
});
const image: LabeledImage = {
  id: 1,
  sid: "a".repeat(24),
  file: "0412 <1>.jpg",
  stem: "0412 <1>",
  url: null,
  size,
  split: "train",
  areaCode: "12",
  sha256: "0".repeat(64),
  isApproved: true,
  modelName: "precount",
  results: results(rotated, shelf()),
};

describe("PD-158 a rotated box in each format", () => {
  it("COCO has the box around it, its corners and its angle", () => {
    const { bbox, segmentation, area, attributes } = cocoAnnotation(1, 1, result(rotated));
    expect({ bbox, segmentation, area }).toEqual({
      bbox: [1100, 400, 200, 400],
      segmentation: [[1300, 400, 1300, 800, 1100, 800, 1100, 400]],
      area: 80_000,
    });
    expect(attributes).toEqual({
      rotation: 90,
      code: "000042",
      code_confidence: 0.9,
      quantity: "7",
      quantity_confidence: 0.9,
    });
  });

  it("YOLO has its corners in shares of the image", () => {
    expect(yoloLine(result(rotated), size)).toBe(
      "0 0.325000 0.133333 0.325000 0.266667 0.275000 0.266667 0.275000 0.133333",
    );
    expect(yoloLine(result(sticker({ rect: { x: 3800, y: -20 } })), size)).toMatch(/^0 0\.950000 0\.000000 1\.000000 /);
  });

  it("CVAT has the box and its angle, with escaped texts", () => {
    const xml = cvatImage(image);
    expect(xml).toContain('<image id="0" name="0412 &lt;1&gt;.jpg" subset="train" width="4000" height="3000">');
    expect(xml).toContain('xtl="1000" ytl="500" xbr="1400" ybr="700" rotation="90"');
    expect(xml).toContain('<attribute name="code">000042</attribute><attribute name="quantity">7</attribute>');
  });

  it("Label Studio turns it about its own top left corner", () => {
    const [task] = labelStudioTask(image, "files").annotations;
    expect(task?.result[0]?.value).toMatchObject({ x: 32.5, y: 13.3333, width: 10, height: 6.6667, rotation: 90 });
    expect(task?.result.map(({ from_name, id }) => `${id} ${from_name}`)).toEqual([
      "r1 label",
      "r1 code",
      "r1 quantity",
      "r2 label",
      "r2 code",
    ]);
    expect(labelStudioTask({ ...image, isApproved: false }, "files")).toMatchObject({
      annotations: [],
      predictions: [{ model_version: "precount" }],
    });
  });

  it("Pascal VOC has the box around it", () => {
    expect(vocXml(image)).toContain("<xmin>1100</xmin><ymin>400</ymin><xmax>1300</xmax><ymax>800</ymax>");
  });
});

const rectArbitrary = fc.record({
  x: fc.integer({ min: 0, max: 3900 }),
  y: fc.integer({ min: 0, max: 2900 }),
  width: fc.integer({ min: 1, max: 900 }),
  height: fc.integer({ min: 1, max: 900 }),
  angle: fc.double({ min: 0, max: 360, noNaN: true }),
});

describe("PD-159 COCO boxes as predictions", () => {
  it("are equal to the exported ones, for any stored box", () => {
    fc.assert(
      fc.property(rectArbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (given, confidence) => {
        const rect = clampRect(given, size, "sticker");
        const stored = applyPatches([sticker({ rect, confidence })], [makePatch.quantity(0, "3")]);
        for (const one of stored) {
          const exported = cocoAnnotation(1, 1, one);
          const parsed = cocoAnnotationSchema.parse(JSON.parse(JSON.stringify(exported)));
          const imported = predictionOf("sticker", parsed, { size, scale: 1, thresholds });
          expect(cocoAnnotation(1, 1, result(imported))).toEqual(exported);
        }
      }),
    );
  });

  it("of other authors have no readings, and boxes of a reduced copy are enlarged", () => {
    const parsed = cocoAnnotationSchema.parse({
      image_id: 1,
      category_id: 1,
      bbox: [10.2, 20, 30, 40],
      segmentation: {},
    });
    const scale = copyScale({ width: 1000, height: 750 }, size) ?? 0;
    const { rect, code, quantity } = predictionOf("sticker", parsed, { size, scale, thresholds });
    expect(rect).toEqual({ x: 41, y: 80, width: 120, height: 160, angle: 0 });
    expect([code, quantity]).toEqual([
      { value: "", pattern: null },
      { value: "", pattern: null },
    ]);
    expect(copyScale({ width: 750, height: 1000 }, size)).toBeNull();
    expect([" Sticker", "shelf", "person"].map(classOfCategory)).toEqual(["sticker", "shelf", null]);
  });
});

describe("PD-158 the split", () => {
  const photos = Array.from({ length: 100 }, (_, n) => ({ sid: `s${n}`, areaCode: n < 90 ? String(n % 10) : null }));

  it("keeps the photos of an area together and is the same each time", () => {
    const splits = splitImages(photos);
    const byArea = Map.groupBy(splits.slice(0, 90), (_, at) => photos[at]?.areaCode);
    expect([...byArea.values()].every((parts) => new Set(parts).size === 1)).toBe(true);
    const validated = splits.filter((split) => split === "val").length;
    expect(validated).toBeGreaterThanOrEqual(20);
    expect(validated).toBeLessThan(30);
    expect(splitImages(photos.toReversed()).toReversed()).toEqual(splits);
  });

  it("splits photos of a single area one by one, and leaves a single photo in train", () => {
    const splits = splitImages(photos.map(({ sid }) => ({ sid, areaCode: "7" })));
    expect(splits.filter((split) => split === "val")).toHaveLength(20);
    expect(splitImages([{ sid: "a", areaCode: "7" }])).toEqual(["train"]);
  });
});
