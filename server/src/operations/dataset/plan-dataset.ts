import {
  type DatasetImage,
  type DatasetOptions,
  type LabeledImage,
  applyPatches,
  effectiveOrientation,
  splitImages,
} from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { imageVersion } from "../../db/images/contents-url.ts";
import { type DatasetSource, listDatasetImages, streamDatasetDetections } from "../../db/images/dataset.ts";
import { ArchiveNames } from "../export/archive-names.ts";

/** An image of a dataset with what its file is made from. */
export type PlannedImage = DatasetImage & { source: DatasetSource; isOriginal: boolean };

/** The images of a dataset. Only they are in memory; their results are read while the files are written. */
export type DatasetPlan = { event: { name: string; slug: string }; options: DatasetOptions; images: PlannedImage[] };

type Event = { sid: string; name: string; slug: string };

/** @param origin the installation's address for links; null without one */
export async function planDataset(
  db: Queryable,
  { sid, name, slug }: Event,
  options: DatasetOptions,
  origin: string | null,
): Promise<DatasetPlan> {
  const sources = await listDatasetImages(db, sid, options.approvedOnly);
  const splits = splitImages(sources);
  const names = new ArchiveNames();
  const images = sources.map((source, at): PlannedImage => {
    const stem = names.give(`${source.name.replace(/\.[A-Za-z0-9]{1,8}$/, "")}.jpg`).slice(0, -".jpg".length);
    const isOriginal = canKeepFile(source);
    return {
      id: at + 1,
      sid: source.sid,
      stem,
      file: `${stem}.${isOriginal && source.format === "png" ? "png" : "jpg"}`,
      url:
        origin === null
          ? null
          : `${origin}/api/projects/${slug}/images/${source.sid}/contents?v=${imageVersion(source)}`,
      size: source.size,
      split: splits[at] ?? "train",
      areaCode: source.areaCode,
      sha256: source.sha256,
      isApproved: source.status === "approved",
      source,
      isOriginal,
    };
  });
  return { event: { name, slug }, options, images };
}

/**
 * Whether the original's stored pixels are the upright ones, in a format that every tool reads. A rotation that undoes the EXIF
 * orientation does not count, because tools that read EXIF would apply it.
 */
function canKeepFile({ format, orientation, rotation }: DatasetSource): boolean {
  const stored = effectiveOrientation(orientation, "none");
  const isUpright = stored === "normal" && effectiveOrientation(orientation, rotation) === "normal";
  return isUpright && (format === "jpeg" || format === "png");
}

/** The images with their results, in the plan's order. An image that is deleted meanwhile is left out. */
export async function* labeledImages(
  db: Queryable,
  images: readonly PlannedImage[],
): AsyncGenerator<LabeledImage & PlannedImage> {
  const planned = new Map(images.map((image) => [image.sid, image]));
  for await (const batch of streamDatasetDetections(db, [...planned.keys()])) {
    for (const { imageSid, modelName, predictions, patches, itemCodes } of batch) {
      const image = planned.get(imageSid);
      if (!image) continue;
      const results = applyPatches(predictions, patches, itemCodes).filter(({ discarded }) => !discarded);
      yield { ...image, modelName, results };
    }
  }
}
