import {
  type PairStatus,
  type Size,
  PAIR_STATUSES,
  compareReportOrder,
  linkedStickers,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import type { Queryable } from "../../db/connect.ts";
import {
  type ListedPair,
  type PairCounts,
  countPairs,
  listConnectedPairs,
  listPhotoPairs,
} from "../../db/duplicates/photo-pairs.ts";
import { toPairRef } from "../../db/duplicates/pairs.ts";
import { readAreaNumbers } from "../../db/duplicates/area-numbers.ts";
import { findImages } from "../../db/images/bulk.ts";
import { imageContentsUrl, uprightSize } from "../../db/images/contents-url.ts";
import type { SignedInContext } from "../context.ts";
import { requireImage } from "../image/require-image.ts";
import { byProject, paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

export const fetchPhotoPairsInput = byProject.extend({
  status: z.enum(PAIR_STATUSES).default("suspected"),
  /** The pair whose photos come first, for example the one of a finding. */
  first: sidSchema.optional(),
  page: paging.page,
  pageSize: paging.pageSize,
});

/** A photo of a pair. */
type PairPhoto = { sid: string; name: string; area: string | null; contentsUrl: string; size: Size };

/** Two photos that show the same part of a shelf, and the stickers in both. `homography` maps A to B. */
type PhotoPairItem = { a: PairPhoto; b: PairPhoto; homography: number[]; pairs: ListedPair[] };
export type PhotoPairPage = { items: PhotoPairItem[]; total: number; page: number; counts: PairCounts };

/** One page of pairs of photos whose pairs of stickers have a status. */
export async function fetchPhotoPairs(
  ctx: SignedInContext,
  { project, ...asked }: z.infer<typeof fetchPhotoPairsInput>,
): Promise<PhotoPairPage> {
  const { sid, slug } = await requireProject(ctx, project.slug);
  const { items, total, page } = await listPhotoPairs(ctx.db, sid, asked);
  const photos = await readPhotos(
    ctx.db,
    slug,
    items.flatMap(({ imageA, imageB }) => [imageA, imageB]),
  );
  const shown = items.flatMap(({ imageA, imageB, homography, pairs }) => {
    const [a, b] = [photos.get(imageA), photos.get(imageB)];
    return a && b ? [{ a, b, homography, pairs }] : [];
  });
  return { items: shown, total, page, counts: await countPairs(ctx.db, sid) };
}

export async function fetchPairCounts(ctx: SignedInContext, slug: string): Promise<PairCounts> {
  return countPairs(ctx.db, (await requireProject(ctx, slug)).sid);
}

async function readPhotos(db: Queryable, slug: string, sids: readonly string[]): Promise<Map<string, PairPhoto>> {
  const images = await findImages(db, sids);
  const areas = await readAreaNumbers(db, sids);
  return new Map(
    images.map(({ image }) => [
      image.sid,
      {
        sid: image.sid,
        name: image.name,
        area: areas.get(image.sid) ?? null,
        contentsUrl: imageContentsUrl(image, slug),
        size: uprightSize(image),
      },
    ]),
  );
}

export const fetchImagePairsInput = z.object({ imageSid: sidSchema });

/** A pair as one of its images sees it. */
export type ImagePair = {
  sid: string;
  status: PairStatus;
  certainty: number;
  /** The index of the result in this image. */
  index: number;
  other: { imageSid: string; name: string; index: number };
  /** The name of the image that counts the sticker if that is not this one: the result is linked (`duplicateOf`). */
  duplicateOf: string | null;
};

/** The pairs of an image, and which of its stickers another image counts. */
export async function fetchImagePairs(
  { db, session }: SignedInContext,
  { imageSid }: z.infer<typeof fetchImagePairsInput>,
): Promise<ImagePair[]> {
  const { project } = await requireImage(db, session.user, imageSid);
  const pairs = await listConnectedPairs(db, project.sid, imageSid);
  if (pairs.length === 0) return [];
  const sids = [...new Set(pairs.flatMap(({ imageA, imageB }) => [imageA, imageB]))];
  const images = new Map((await findImages(db, sids)).map(({ image }) => [image.sid, image]));
  const areas = await readAreaNumbers(db, sids);
  const order = [...images.values()]
    .map(({ sid, name, bayCode, shelfCode }) => ({ sid, name, bayCode, shelfCode, areaCode: areas.get(sid) ?? null }))
    .toSorted(compareReportOrder)
    .map(({ sid }) => sid);
  const same = pairs.filter(({ status }) => status === "same").map(toPairRef);
  const linked = linkedStickers(same, order, () => true);
  const nameOf = (sid: string): string => images.get(sid)?.name ?? "";
  return pairs.flatMap(({ sid, status, certainty, ...pair }) => {
    const { a, b } = toPairRef(pair);
    if (a.imageSid !== imageSid && b.imageSid !== imageSid) return [];
    const [own, other] = a.imageSid === imageSid ? [a, b] : [b, a];
    const link = linked.find((result) => result.imageSid === imageSid && result.index === own.index);
    const duplicateOf = status === "same" && link ? nameOf(link.countedIn.imageSid) : null;
    const place = { imageSid: other.imageSid, name: nameOf(other.imageSid), index: other.index };
    return [{ sid, status, certainty, index: own.index, other: place, duplicateOf }];
  });
}
