import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rectSchema } from "@precount/domain";
import { ModelFilesError } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import { z } from "zod";

/** The frozen reference set of the product: see its README. */
export const REFERENCE_DIR = fileURLToPath(new URL("../../reference/", import.meta.url));

/** Stickers of other writers, whose readings a learned model keeps: see its README. */
export const ANCHORS_DIR = fileURLToPath(new URL("../../anchors/", import.meta.url));

const indexSchema = z.object({
  version: z.literal(1),
  /** The sha256 of stickers.bin. */
  sha256: z.string(),
  stickers: z.array(
    z.object({
      family: z.enum(["print", "mixed", "hand"]),
      code: z.string(),
      quantity: z.string(),
      /** Pixels of the crop. */
      box: rectSchema,
      /** Length of the WebP file in stickers.bin. */
      bytes: z.number().int().positive(),
    }),
  ),
});

export type ReferenceSticker = z.infer<typeof indexSchema>["stickers"][number] & { webp: Uint8Array };
export type ReferenceSet = { sha256: string; stickers: ReferenceSticker[] };

/** Reads the reference set. Throws ModelFilesError if a file is missing or was changed. */
export async function readReferenceSet(folder = REFERENCE_DIR): Promise<ReferenceSet> {
  const read = async (name: string): Promise<Buffer> =>
    readFile(join(folder, name)).catch(() => {
      throw new ModelFilesError(`The reference set ${join(folder, name)} is missing. Restore it.`);
    });
  const index = indexSchema.parse(JSON.parse((await read("index.json")).toString("utf8")));
  const content = await read("stickers.bin");
  const sha256 = createHash("sha256").update(content).digest("hex");
  if (sha256 !== index.sha256) {
    throw new ModelFilesError(
      `The reference set ${folder} is not the one that its index names (sha256 ${sha256}). Restore it.`,
    );
  }
  let at = 0;
  const stickers = index.stickers.map((sticker) => {
    at += sticker.bytes;
    return Object.assign(sticker, { webp: content.subarray(at - sticker.bytes, at) });
  });
  return { sha256, stickers };
}

/** The pixels of a sticker's crop. */
export async function decodeReference({ webp }: ReferenceSticker): Promise<Pixels> {
  const { data, info } = await sharp(webp)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
