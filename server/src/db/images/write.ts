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

/** Null if the event has an image with these bytes, also if another transaction inserts it at the same time. */
export async function insertImage(tx: Queryable, { metadata, ...given }: NewImage): Promise<string | null> {
  const [row] = await tx
    .insert(images)
    .values({
      sid: newSid(),
      ...given,
      cameraBrand: metadata.brand,
      cameraModel: metadata.model,
      storeNumber: metadata.storeNumber,
      shelfCode: metadata.shelfCode,
      bayCode: metadata.bayCode,
    })
    .onConflictDoNothing({ target: [images.projectSid, images.sha256] })
    .returning({ sid: images.sid });
  return row?.sid ?? null;
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
