import { type Model, canSetModelStatus, modelStatusSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { chooseModelStatus } from "../../db/models/write.ts";
import { findModel } from "../../db/models/read.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";

/** Null goes back to the status in the model's manifest. */
export const setModelStatusInput = z.object({ sid: sidSchema, status: modelStatusSchema.nullable() });

/** Overrides the status of a model's manifest, also after a restart. */
export async function setModelStatus(
  { db, call }: SignedInContext,
  { sid, status }: z.infer<typeof setModelStatusInput>,
): Promise<Model> {
  return db.transaction(async (tx) => {
    const known = await findModel(tx, sid);
    if (!known) throw notFound("model");
    unwrapOrThrow(canSetModelStatus(known));
    const model = (await chooseModelStatus(tx, sid, status)) ? await findModel(tx, sid) : null;
    if (!model) throw notFound("model");
    await recordAudit(tx, call, { details: { status } });
    return model;
  });
}
