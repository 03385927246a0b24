import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Example, ExampleOrigin, FieldOutcome, StickerOutcome } from "@precount/domain";
import { judgeValues } from "../adaptation/stored-sticker.ts";
import { DEFAULT_DETECT_OPTIONS } from "../model.ts";
import { readAll } from "./compare-models.ts";
import { describeExamples } from "./describe-all.ts";
import { readExamples } from "./examples.ts";
import { openReadingModel } from "./reading-model.ts";

/**
 * Simulates a review: the origin of each value becomes `unchanged` if the model reads it right, else `typed`.
 * @param cachePath the cache of descriptions; `trainAdaptation` can use it too
 */
export async function reviewExamples({
  examplesDir,
  modelDir,
  cachePath,
}: {
  examplesDir: string;
  modelDir: string;
  cachePath: string;
}): Promise<Example[]> {
  await mkdir(dirname(cachePath), { recursive: true });
  const model = await openReadingModel(modelDir);
  try {
    const found = await readExamples(examplesDir);
    const options = { model, cachePath, signal: undefined, onProgress: () => undefined };
    const described = await describeExamples(found, options);
    const stickers = described.map(({ sticker }) => sticker);
    const values = await readAll(stickers, model, undefined);
    return described.map(({ example, sticker }, i) =>
      reviewed(example, judgeValues(values[i]!, sticker, DEFAULT_DETECT_OPTIONS)),
    );
  } finally {
    await model.close();
  }
}

const originOf = ({ right }: FieldOutcome): ExampleOrigin => (right ? "unchanged" : "typed");

const reviewed = (example: Example, { code, quantity }: StickerOutcome): Example => ({
  ...example,
  code: { ...example.code, origin: originOf(code) },
  quantity: { ...example.quantity, origin: originOf(quantity) },
});
