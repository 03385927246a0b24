import { setImmediate as nextTick } from "node:timers/promises";
import { type Rect, isDoubtful, sidSchema } from "@precount/domain";
import { z } from "zod";
import { listWallImages } from "../../db/crops/wall-images.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** Images in one call: more than a screen shows. */
const MAX_IMAGES = 200;
/** Images whose results are computed between two ticks: a few milliseconds. */
const IMAGES_PER_TICK = 25;

export const fetchDoubtfulBoxesInput = byProject.extend({ sids: z.array(sidSchema).min(1).max(MAX_IMAGES) });

/** The boxes of doubtful results of an image, in pixels of the upright photo. */
export type DoubtfulBoxes = { sid: string; boxes: Rect[] };

/** The boxes of doubtful results of these images. Images of other events, rejected ones and those without a detection are left out. */
export async function fetchDoubtfulBoxes(
  { db, session }: SignedInContext,
  { project, sids }: z.infer<typeof fetchDoubtfulBoxesInput>,
): Promise<{ images: DoubtfulBoxes[] }> {
  const { sid: projectSid } = await requireProject({ db, session }, project.slug);
  const images: DoubtfulBoxes[] = [];
  for (const [at, { image, results }] of (await listWallImages(db, projectSid, { sids })).entries()) {
    const boxes = results()
      .filter(isDoubtful)
      .map(({ rect }) => rect);
    images.push({ sid: image.sid, boxes });
    if (at % IMAGES_PER_TICK === 0) await nextTick();
  }
  return { images };
}
