import { type ImageMetadata, type Orientation, type PhotoCodes, type Rotation } from "@precount/domain";
import { eq, sql } from "../drizzle.ts";
import { newSid } from "../../lib/ids.ts";
import type { Queryable } from "../connect.ts";
import { images } from "../schema/images.ts";
import type { ImageRow } from "./read.ts";

export interface NewImage {
  projectSid: string;
  areaSid: string | null;
  givenAreaNumber: number | null;
  name: string;
  sha256: string;
  sizeBytes: number;
  format: string;
  rawWidth: number;
  rawHeight: number;
  orientation: Orientation;
  rotation: Rotation;
  capturedAt: Date | null;
  metadata: ImageMetadata;
  createdBy: string;
}

/** Inserts images in one statement. Returns their sids by sha256, without those whose bytes the event has already. */
export async function insertImages(tx: Queryable, given: readonly NewImage[]): Promise<Map<string, string>> {
  if (given.length === 0) return new Map();
  const rows = await tx
    .insert(images)
    .values(
      given.map(({ metadata, ...image }) => ({
        sid: newSid(),
        ...image,
        cameraBrand: metadata.brand,
        cameraModel: metadata.model,
        storeNumber: metadata.storeNumber,
        shelfCode: metadata.shelfCode,
        bayCode: metadata.bayCode,
      })),
    )
    .onConflictDoNothing({ target: [images.projectSid, images.sha256] })
    .returning({ sha256: images.sha256, sid: images.sid });
  return new Map(rows.map(({ sha256, sid }) => [sha256, sid]));
}

/** Stores the area numbers decoded from the photo. */
export async function updateImageCodes(tx: Queryable, sid: string, codes: PhotoCodes): Promise<void> {
  await tx
    .update(images)
    .set({ sheetCodes: [...codes.sheet], bareCodes: [...codes.bare] })
    .where(eq(images.sid, sid));
}

type ImageChange = Partial<
  Pick<ImageRow, "status" | "rotation" | "rejectedAt" | "rejectedBy" | "rejectReason" | "rejectNote">
>;

export async function updateImage(tx: Queryable, sid: string, change: ImageChange): Promise<void> {
  const statusDate = change.status ? { statusDate: sql`now()` } : {};
  await tx
    .update(images)
    .set({ ...change, ...statusDate })
    .where(eq(images.sid, sid));
}
