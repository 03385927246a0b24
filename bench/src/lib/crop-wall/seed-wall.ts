import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Prediction, type Rect, cropKey } from "@precount/domain";
import { PhotoProcess } from "@precount/photos";
import { insertDetection } from "@precount/server";
import { z } from "zod";
import { modelOf, seedDetections } from "../seed.ts";
import { ROOT } from "../server.ts";
import type { Stack } from "../stack.ts";

const STICKERS_PER_PHOTO = 12;
/** Quantities of the event: with 40 of them, a group has about 500 crops. */
const QUANTITIES = 40;

const boxSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  angle: z.number().default(0),
});
const truthSchema = z.array(
  z.object({
    image: z.string(),
    results: z.array(z.looseObject({ label: z.string(), rect: boxSchema })),
  }),
);

type DrawnCrop = { rect: Rect; contents: Uint8Array };

/** The crops of the drawn sample photos, as the worker makes them. */
export async function cutSamples(): Promise<DrawnCrop[]> {
  const folder = join(ROOT, "samples");
  const truth = truthSchema.parse(JSON.parse(await readFile(join(folder, "truth.json"), "utf8")));
  const photos = new PhotoProcess();
  const crops: DrawnCrop[] = [];
  try {
    for (const { image, results } of truth.filter((photo) => photo.image.endsWith(".jpg"))) {
      const rects = results.filter(({ label }) => label === "sticker").map(({ rect }) => toRect(rect));
      const cut = await photos.cutCrops(join(folder, image), { rotation: "none", rects });
      for (const [at, contents] of cut.entries()) {
        const rect = rects[at];
        if (rect) crops.push({ rect, contents });
      }
    }
  } finally {
    await photos.close();
  }
  return crops;
}

const toRect = ({ x, y, width, height, angle }: z.infer<typeof boxSchema>): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
  angle,
});

/** An event with `count` stickers, whose crops are those of the samples, each under a box of its own. */
export async function seedWall(stack: Stack, slug: string, count: number): Promise<void> {
  await stack.client.call("project.createProject", { name: slug, slug });
  const { rows } = await stack.pool.query<{ sid: string }>("select sid from projects where slug = $1", [slug]);
  const drawn = await cutSamples();
  const images = await seedDetections(stack, rows[0]?.sid ?? "", Math.ceil(count / STICKERS_PER_PHOTO), []);
  const modelSid = await modelOf(stack);
  await stack.pool.query("delete from image_detections");
  for (const [place, { sid: imageSid }] of images.entries()) {
    const stickers = Array.from({ length: Math.min(STICKERS_PER_PHOTO, count - place * STICKERS_PER_PHOTO) }, (_, n) =>
      drawSticker(drawn, place * STICKERS_PER_PHOTO + n, n),
    );
    const predictions = stickers.map(({ prediction }) => prediction);
    await insertDetection(stack.db, { imageSid, modelSid, predictions, options: {}, elapsedMs: 1000 });
    await stack.pool.query(
      `insert into image_crops (image_sid, key, orientation, contents)
       select $1, key, 'normal', contents from unnest($2::text[], $3::bytea[]) c (key, contents)`,
      [imageSid, stickers.map(({ key }) => key), stickers.map(({ contents }) => Buffer.from(contents))],
    );
  }
}

function drawSticker(drawn: readonly DrawnCrop[], number: number, place: number) {
  const crop = drawn[(number * 31) % drawn.length];
  if (!crop) throw new Error("There are no sample photos.");
  const rect = { ...crop.rect, x: 320 * place, y: 100 };
  const confidence = 0.4 + ((number * 7919) % 600) / 1000;
  const reading = (value: string, pattern: string) => ({ value, pattern, confidence });
  const prediction: Prediction = {
    label: "sticker",
    rect,
    confidence: 0.95,
    code: reading(String(100_000 + (number % 6000)), "^\\d{6}$"),
    quantity: reading(String(1 + ((number * 13) % QUANTITIES)), "^[1-9]\\d{0,5}$"),
    values: [],
  };
  return { prediction, key: cropKey(rect), contents: crop.contents };
}
