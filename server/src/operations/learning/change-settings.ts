import { type LearningSettings, groupIdSchema, learningSettingsSchema } from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { readLearningSettings, setGroupCollects, writeLearningSettings } from "../../db/learning/settings.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";

export const updateLearningSettingsInput = learningSettingsSchema.partial();
export const setCollectsExamplesInput = z.object({ sid: groupIdSchema, collects: z.boolean() });

/** Sets which steps of learning run automatically. */
export async function updateLearningSettings(
  { db, call }: SignedInContext,
  change: z.infer<typeof updateLearningSettingsInput>,
): Promise<LearningSettings> {
  const { startsAutomatically, promotesAutomatically } = change;
  const given = {
    ...(startsAutomatically !== undefined && { startsAutomatically }),
    ...(promotesAutomatically !== undefined && { promotesAutomatically }),
  };
  return db.transaction(async (tx) => {
    if (Object.keys(given).length > 0) await writeLearningSettings(tx, given);
    await recordAudit(tx, call, { subject: { kind: "server", sid: "learning" }, details: given });
    const { collectsFromEveryone: _, ...settings } = await readLearningSettings(tx);
    return settings;
  });
}

/** Switches collecting for a group. Switched off, nothing more is collected; what was collected stays until it is deleted. */
export async function setCollectsExamples(
  { db, call }: SignedInContext,
  { sid, collects }: z.infer<typeof setCollectsExamplesInput>,
): Promise<{ sid: string; collects: boolean }> {
  return db.transaction(async (tx) => {
    if (!(await setGroupCollects(tx, sid, collects))) throw notFound("group");
    await recordAudit(tx, call, { subject: { kind: "group", sid }, details: { collects } });
    return { sid, collects };
  });
}
