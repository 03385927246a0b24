import { setImmediate as nextTick } from "node:timers/promises";
import {
  type Size,
  type WallPhotoFacts,
  type WallSticker,
  detectionCan,
  modelNameFor,
  sidSchema,
  wallStickers,
} from "@precount/domain";
import { z } from "zod";
import { listSeenStickers } from "../../db/crops/seen-stickers.ts";
import { type WallImageRow, listWallImages } from "../../db/crops/wall-images.ts";
import { imageContentsUrl, uprightSize } from "../../db/images/contents-url.ts";
import { projectState } from "../../db/projects/read.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** Images in one answer: about 2,400 stickers, 400 kB. */
const PAGE_IMAGES = 200;
/** Images whose results are computed between two ticks: a few milliseconds. */
const IMAGES_PER_TICK = 25;

export const fetchWallInput = byProject.extend({
  /** The last image of the page before. */
  cursor: sidSchema.optional(),
});
export const fetchWallImagesInput = byProject.extend({ sids: z.array(sidSchema).min(1).max(PAGE_IMAGES) });

export type WallImage = WallPhotoFacts &
  Size & {
    sid: string;
    name: string;
    /** URL of the photo's contents. */
    src: string;
    detection: { sid: string; revision: number };
    /** Why its stickers cannot be edited; null if they can. */
    reason: string | null;
    stickers: (WallSticker & { isSeen: boolean })[];
  };

/** A page of the event's images with their stickers, in the order of their sids. `next` is the cursor of the next page. */
export async function fetchWall(
  context: SignedInContext,
  { project, cursor = "" }: z.infer<typeof fetchWallInput>,
): Promise<{ images: WallImage[]; next: string | null }> {
  const event = await requireProject(context, project.slug);
  const rows = await listWallImages(context.db, event.sid, { after: cursor, limit: PAGE_IMAGES });
  const images = await toWallImages(context, event, rows);
  return { images, next: rows.length < PAGE_IMAGES ? null : (rows.at(-1)?.image.sid ?? null) };
}

/** These images with their stickers, after a change. Images that the wall does not show are left out. */
export async function fetchWallImages(
  context: SignedInContext,
  { project, sids }: z.infer<typeof fetchWallImagesInput>,
): Promise<{ images: WallImage[] }> {
  const event = await requireProject(context, project.slug);
  return { images: await toWallImages(context, event, await listWallImages(context.db, event.sid, { sids })) };
}

async function toWallImages(
  { db, session: { user } }: SignedInContext,
  event: Awaited<ReturnType<typeof requireProject>>,
  rows: readonly WallImageRow[],
): Promise<WallImage[]> {
  const marks = await listSeenStickers(
    db,
    user.sid,
    rows.map(({ detection }) => detection.sid),
  );
  const seen = new Set(marks.map(keyOf));
  const state = await projectState(db, event);
  const images: WallImage[] = [];
  for (const [at, { image, detection, results: compute, model, area, validator }] of rows.entries()) {
    const results = compute();
    const { sid, status, revision } = detection;
    const allowed = detectionCan.edit({ status, results }, { image, project: state });
    const stickers = wallStickers(results).map((sticker) =>
      Object.assign(sticker, { isSeen: seen.has(keyOf({ detectionSid: sid, ...sticker })) }),
    );
    images.push({
      sid: image.sid,
      name: image.name,
      src: imageContentsUrl(image, event.slug),
      ...uprightSize(image),
      area,
      validator,
      model: modelNameFor(user, model),
      detection: { sid, revision },
      reason: allowed.ok ? null : allowed.reason,
      stickers,
    });
    if (at % IMAGES_PER_TICK === 0) await nextTick();
  }
  return images;
}

/** A mark holds for the values that the person saw. */
const keyOf = (sticker: { detectionSid: string; position: number; code: string; quantity: string }): string =>
  [sticker.detectionSid, sticker.position, sticker.code, sticker.quantity].join(" ");
