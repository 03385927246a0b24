import { type ImageStatsRow, type Person, modelNameFor, validPercent } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { uprightSize } from "./contents-url.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { EFFECTIVE_STATUS } from "../models/read.ts";
import { models } from "../schema/models.ts";
import { mapStatsCounts, type representativeDetection } from "../detections/representative-detection.ts";

export type Representative = ReturnType<typeof representativeDetection>;

export function selectRows(db: Queryable, representative: Representative) {
  return db
    .select({
      image: images,
      areaNumber: areas.number,
      model: { name: models.name, status: EFFECTIVE_STATUS },
      stats: mapStatsCounts((count) => sql<number>`coalesce(${representative[count]}, 0)`),
    })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .leftJoinLateral(representative, sql`true`)
    .leftJoin(models, eq(models.sid, representative.modelSid));
}

type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

/** The row as `user` may see it. */
export function toRow({ image, areaNumber, model, stats }: SelectedRow, user: Person): ImageStatsRow {
  const { stickersCount, validStickersCount } = image;
  return {
    sid: image.sid,
    name: image.name,
    status: image.status,
    areaCode: areaNumber === null ? null : String(areaNumber),
    model: model && modelNameFor(user, model),
    validPercent:
      stickersCount === null || validStickersCount === null
        ? null
        : validPercent({ stickers: stickersCount, validStickers: validStickersCount }),
    stats,
    metadata: {
      brand: image.cameraBrand,
      model: image.cameraModel,
      storeNumber: image.storeNumber,
      shelfCode: image.shelfCode,
      bayCode: image.bayCode,
    },
    ...uprightSize(image),
    sizeBytes: image.sizeBytes,
    rotation: image.rotation,
    capturedAt: image.capturedAt?.toISOString() ?? null,
    createdAt: image.createdAt.toISOString(),
  };
}
