import type { Rect, Size } from "@precount/domain";
import type { CheckRow } from "../../db/blind-counts/checks.ts";
import type { Queryable } from "../../db/connect.ts";
import { findImages } from "../../db/images/bulk.ts";
import { imageContentsUrl, uprightSize } from "../../db/images/contents-url.ts";
import { readReportResults } from "../../db/reports/sources.ts";

/** A photo with the boxes of its stickers. Nothing in it tells the values. */
type CheckedPhoto = { sid: string; contentsUrl: string; size: Size; stickers: Rect[] };

/** A check as the checker sees it: a sticker's box, or null for a whole photo. */
export type ShownCheck = { sid: string; rect: Rect | null; photo: CheckedPhoto };

/** The places of checks. A check whose photo or sticker is gone is left out. */
export async function toShownChecks(db: Queryable, slug: string, checks: readonly CheckRow[]): Promise<ShownCheck[]> {
  const sids = [...new Set(checks.map(({ imageSid }) => imageSid))];
  const images = new Map((await findImages(db, sids)).map(({ image }) => [image.sid, image]));
  const read = await readReportResults(db, sids);
  return checks.flatMap((check) => {
    const image = images.get(check.imageSid);
    const results = read.get(check.imageSid)?.results();
    if (!image || !results) return [];
    const rect = check.position === null ? null : results[check.position]?.rect;
    if (rect === undefined) return [];
    const stickers = results.filter(({ label, discarded }) => label === "sticker" && !discarded);
    const photo = { sid: image.sid, contentsUrl: imageContentsUrl(image, slug), size: uprightSize(image) };
    return [{ sid: check.sid, rect, photo: { ...photo, stickers: stickers.map((sticker) => sticker.rect) } }];
  });
}
