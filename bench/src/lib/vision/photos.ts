import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScoredLabel } from "@precount/vision";
import { z } from "zod";

export const FAMILIES = ["print", "mixed", "hand"] as const;
export type Family = (typeof FAMILIES)[number];

/** A photo with what is on it. `mixed` = printed codes, handwritten quantities. */
export interface TruePhoto {
  /** The file's name in its folder. */
  image: string;
  path: string;
  family: Family;
  labels: ScoredLabel[];
}

const labelSchema = z.object({
  label: z.enum(["sticker", "shelf"]),
  code: z.string(),
  quantity: z.string().optional(),
  shelfCode: z.string().optional(),
  /** Pixels of the upright photo; drawn ones have fractions. */
  rect: z.object({
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    angle: z.number().optional(),
  }),
});
const truthSchema = z.array(
  z.object({ image: z.string(), family: z.enum(FAMILIES), results: z.array(labelSchema) }).transform((photo) => ({
    image: photo.image,
    family: photo.family,
    labels: photo.results,
  })),
);

/** The photos of a folder's truth.json. Throws an Error in words for a person. */
export async function readTruth(folder: string): Promise<TruePhoto[]> {
  const file = join(folder, "truth.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`${file} cannot be read: --photos wants a folder of photos with their truth.json.`);
  });
  const parsed = truthSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${file} is not as expected:\n${z.prettifyError(parsed.error)}`);
  return parsed.data.map(({ image, family, labels }) => ({ image, family, labels, path: join(folder, image) }));
}

/**
 * The first `limit` photos of each family, families in turn: what slows the machine down for a while slows
 * all families alike.
 */
export function inTurn(photos: readonly TruePhoto[], limit: number | null): TruePhoto[] {
  const families = FAMILIES.map((family) =>
    photos.filter((photo) => photo.family === family).slice(0, limit ?? undefined),
  );
  const rounds = Math.max(...families.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => families.flatMap((family) => family[round] ?? [])).flat();
}
