import { type BlindValues, type collectStickers, applyPatches } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, inArray, isNotNull, ne, sql } from "../drizzle.ts";
import { blindChecks } from "../schema/blind-counts.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { models } from "../schema/models.ts";

/** The detection that counts for an approved image, with everything that tells where its values come from. */
export type ApprovedDetection = Parameters<typeof collectStickers>[0] & {
  sid: string;
  revision: number;
  modelSid: string;
};

/** Null for an image without an approved detection of a model. Imported boxes have no model. Three statements. */
export async function findApprovedDetection(db: Queryable, imageSid: string): Promise<ApprovedDetection | null> {
  const [row] = await db
    .select({
      sid: imageDetections.sid,
      revision: imageDetections.revision,
      modelSid: imageDetections.modelSid,
      predictions: imageDetections.predictions,
      itemCodes: imageDetections.itemCodes,
      validatedBy: imageDetections.validatedBy,
    })
    .from(imageDetections)
    .innerJoin(models, eq(models.sid, imageDetections.modelSid))
    .where(
      and(
        eq(imageDetections.imageSid, imageSid),
        inArray(imageDetections.status, ["validated", "selected"]),
        ne(models.backend, "import"),
      ),
    )
    .orderBy(sql`${imageDetections.status} = 'selected' desc, ${imageDetections.validatedAt} desc`)
    .limit(1);
  if (!row) return null;
  const log = await listAuthoredPatches(db, row.sid);
  const applied = log.filter(({ removedRevision }) => removedRevision === null).map(({ patch }) => patch);
  const results = applyPatches(row.predictions, applied, row.itemCodes);
  return { ...row, log, results, blind: await listBlindValues(db, row.sid) };
}

const listAuthoredPatches = (db: Queryable, detectionSid: string) =>
  db
    .select({
      patch: detectionPatches.patch,
      revision: detectionPatches.revision,
      removedRevision: detectionPatches.removedRevision,
      by: detectionPatches.createdBy,
    })
    .from(detectionPatches)
    .where(eq(detectionPatches.detectionSid, detectionSid))
    .orderBy(asc(detectionPatches.revision), asc(detectionPatches.position));

/** The values that second and third people counted on the stickers of a detection. */
async function listBlindValues(db: Queryable, detectionSid: string): Promise<BlindValues[]> {
  const { position, answer, answeredBy, outcome, settledBy } = blindChecks;
  const rows = await db
    .select({ position, answer, answeredBy, outcome, settledBy })
    .from(blindChecks)
    .where(
      and(
        eq(blindChecks.detectionSid, detectionSid),
        isNotNull(position),
        inArray(blindChecks.status, ["agreed", "settled"]),
      ),
    );
  return rows.flatMap((row) => {
    const values = row.outcome ?? row.answer;
    const account = row.settledBy ?? row.answeredBy;
    if (row.position === null || account === null || values?.kind !== "values") return [];
    return [{ position: row.position, code: values.code, quantity: values.quantity, account }];
  });
}
