import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RESULT_CLASSES, sizeSchema } from "@precount/domain";
import { z } from "zod";
import type { ScoredResult } from "./score.ts";

export const FAMILIES = ["print", "mixed", "hand"] as const;
export type Family = (typeof FAMILIES)[number];

/** A result of a photo's truth. */
interface TrueResult extends ScoredResult {
  /** Heights of the code and the quantity on the photo, pixels; known for drawn stickers. */
  codePx?: number | undefined;
  quantityPx?: number | undefined;
}

/** A photo with what is on it. `mixed` = printed codes, handwritten quantities. */
export interface TruePhoto {
  /** The file's name in its folder. */
  image: string;
  path: string;
  family: Family;
  /** Pixels of the upright photo, as are the rects of the results; drawn ones have fractions. */
  width: number;
  height: number;
  results: TrueResult[];
}

const side = z.number();
const resultSchema = z.object({
  label: z.enum(RESULT_CLASSES),
  code: z.string(),
  quantity: z.string().optional(),
  // Null on a photo without shelf tags.
  shelfCode: z
    .string()
    .nullish()
    .transform((code) => code ?? undefined),
  codePx: z.number().optional(),
  quantityPx: z.number().optional(),
  rect: z.object({ x: side, y: side, width: side, height: side, angle: side.optional() }),
});
const truthSchema = z.array(
  sizeSchema.extend({ image: z.string(), family: z.enum(FAMILIES), results: z.array(resultSchema) }),
);

/** The photos of a folder's truth.json. Throws an Error with a message for a person. */
export async function readTruth(folder: string): Promise<TruePhoto[]> {
  const file = join(folder, "truth.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`${file} cannot be read. Name a folder that contains photos and their truth.json.`);
  });
  const parsed = truthSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${file} is not as expected:\n${z.prettifyError(parsed.error)}`);
  return parsed.data.map(({ image, family, width, height, results }) => ({
    image,
    family,
    width,
    height,
    results,
    path: join(folder, image),
  }));
}
