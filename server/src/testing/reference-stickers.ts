import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rectSchema } from "@precount/domain";
import { z } from "zod";

const REFERENCE_DIR = join(import.meta.dirname, "../../../vision/reference");

const indexSchema = z.object({
  stickers: z.array(
    z.object({
      family: z.enum(["print", "mixed", "hand"]),
      code: z.string(),
      quantity: z.string(),
      box: rectSchema,
      bytes: z.number(),
    }),
  ),
});

export type ReferenceSticker = z.infer<typeof indexSchema>["stickers"][number] & { webp: Buffer };

/** The drawn stickers with their true values that are part of the product. */
export async function readReferenceStickers(): Promise<ReferenceSticker[]> {
  const index = indexSchema.parse(JSON.parse(await readFile(join(REFERENCE_DIR, "index.json"), "utf8")));
  const content = await readFile(join(REFERENCE_DIR, "stickers.bin"));
  let at = 0;
  return index.stickers.map((sticker) => {
    at += sticker.bytes;
    return Object.assign(sticker, { webp: content.subarray(at - sticker.bytes, at) });
  });
}

/** Writes a reference set of these stickers only: the product's one takes a minute to look at. */
export async function writeReferenceSet(folder: string, stickers: readonly ReferenceSticker[]): Promise<void> {
  const content = Buffer.concat(stickers.map(({ webp }) => webp));
  const sha256 = createHash("sha256").update(content).digest("hex");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "stickers.bin"), content);
  const index = stickers.map(({ family, code, quantity, box, bytes }) => ({ family, code, quantity, box, bytes }));
  await writeFile(join(folder, "index.json"), JSON.stringify({ version: 1, sha256, stickers: index }));
}
