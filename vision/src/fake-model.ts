import { readFile } from "node:fs/promises";
import { type Rect, alternativeSchema, resultClassSchema, rectSchema } from "@precount/domain";
import { z } from "zod";
import type { Detection, DetectionModel, DetectOptions, ModelInfo, UprightPhoto } from "./model.ts";
import { judge } from "./reading.ts";

/** A model for tests that returns given detections. Registered only with `withFake`. */
export const FAKE_MODEL: ModelInfo = {
  sid: "fakemodel0fakemodel0fake",
  title: "Fake model",
  name: "fake",
  backend: "fake",
  status: "preview",
  trainedAt: null,
  folder: null,
};

const readSchema = z.object({ value: z.string(), confidence: z.number().default(0.99) });
const fakeSchema = z.array(
  z.object({
    label: resultClassSchema,
    rect: rectSchema,
    confidence: z.number().default(0.99),
    code: readSchema,
    quantity: readSchema.optional(),
    values: z.array(alternativeSchema).default([]),
  }),
);
type Fake = z.infer<typeof fakeSchema>[number];

/**
 * Returns the detections in `<photo>.fake.json` (in pixels of the upright photo), or by default one shelf in the lower third
 * and two stickers above it.
 */
export class FakeModel implements DetectionModel {
  readonly info = FAKE_MODEL;

  async detect(photo: UprightPhoto, options: DetectOptions): Promise<Detection[]> {
    const text = await readFile(`${photo.path}.fake.json`, "utf8").catch(() => null);
    const fakes = text === null ? defaultDetections(photo) : fakeSchema.parse(JSON.parse(text));
    return fakes.slice(0, options.limit).map((fake) => toDetection(fake, options));
  }

  async readSticker(_photo: UprightPhoto, rect: Rect, options: DetectOptions): Promise<Detection> {
    const [code, quantity] = [reading("246810"), reading("7")];
    return toDetection({ label: "sticker", rect, confidence: 0.99, code, quantity, values: [] }, options);
  }
}

const toDetection = ({ quantity, ...fake }: Fake, options: DetectOptions): Detection => ({
  ...fake,
  code: judge(fake.label, "code", fake.code, options),
  ...(quantity ? { quantity: judge("sticker", "quantity", quantity, options) } : {}),
});

const atLeastOnePx = (whole: number, share: number): number => Math.max(1, Math.floor(whole * share));
const reading = (value: string): Fake["code"] => ({ value, confidence: 0.99 });

function defaultDetections({ fullWidth, fullHeight }: UprightPhoto): Fake[] {
  const sticker = (x: number, code: string, quantity: string): Fake => ({
    label: "sticker",
    rect: {
      x: Math.min(fullWidth - 1, atLeastOnePx(fullWidth, x)),
      y: Math.min(fullHeight - 1, atLeastOnePx(fullHeight, 0.45)),
      width: atLeastOnePx(fullWidth, 0.1),
      height: atLeastOnePx(fullHeight, 0.08),
      angle: 0,
    },
    confidence: 0.99,
    code: reading(code),
    quantity: reading(quantity),
    values: [],
  });
  const shelf: Fake = {
    label: "shelf",
    rect: {
      x: 0,
      y: atLeastOnePx(fullHeight, 0.6),
      width: fullWidth,
      height: atLeastOnePx(fullHeight, 0.08),
      angle: 0,
    },
    confidence: 0.99,
    code: reading("01"),
    values: [],
  };
  return [shelf, sticker(0.2, "000123", "12"), sticker(0.6, "456789", "3")];
}
