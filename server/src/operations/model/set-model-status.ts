import { type Model, modelStatusSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { chooseModelStatus, findModel } from "../../db/models.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

/** Null: as the model's manifest says again. */
export const setModelStatusInput = z.object({ sid: sidSchema, status: modelStatusSchema.nullable() });

/** An admin's word stands above the manifest's, and over every restart. */
export async function setModelStatus(
  { db }: SignedInContext,
  { sid, status }: z.infer<typeof setModelStatusInput>,
): Promise<Model> {
  noteAudit({ details: { status } });
  const model = (await chooseModelStatus(db, sid, status)) ? await findModel(db, sid) : null;
  if (!model) throw notFound("model");
  return model;
}
