import { drawPredictions } from "../predictions.ts";
import { type SeededImage, seedEvent } from "../seed.ts";
import type { Stack } from "../stack.ts";

const SLUG = "spring-count";
const REPORTED = "autumn-count";
const PHOTOS = 60;
const AREAS = 600;
/** Typical number of results in a photo of a bay. */
const USUAL = { stickers: 56, shelves: 4 };
/** Few enough that none of the results is doubtful. */
const SURE = { stickers: 4, shelves: 2 };

/** The data of the screens: one active event and one completed event. */
export type VitalsWorld = { slug: string; image: SeededImage; reported: string; reportSid: string };

export async function seedVitals(stack: Stack): Promise<VitalsWorld> {
  const { client } = stack;
  const images = await seedEvent(stack, SLUG, PHOTOS, (_, photo) => drawPredictions(photo, USUAL));
  await client.call("area.createRange", { project: { slug: SLUG }, from: 1, to: AREAS });
  const counted = await seedEvent(stack, REPORTED, 3, (_, photo) => drawPredictions(photo, SURE));
  for (const { detectionSid: sid } of counted) await client.call("imageDetection.validateImageDetection", { sid });
  await client.call("project.completeProject", { slug: REPORTED });
  const { rows } = await stack.pool.query<{ sid: string }>("select sid from reports limit 1");
  const [image] = images;
  if (!image || !rows[0]) throw new Error("There is no photo or no report.");
  return { slug: SLUG, image, reported: REPORTED, reportSid: rows[0].sid };
}
