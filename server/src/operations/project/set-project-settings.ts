import { DEFAULT_PROJECT_SETTINGS, type Project, projectCan, projectSettingsInputSchema } from "@precount/domain";
import type { z } from "zod";
import { lockProject, projectState, readProject } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireEventModel } from "./require-event-model.ts";
import { requireProject } from "./require-project.ts";
import { recordChange } from "../record-change.ts";

export const setProjectSettingsInput = byProject.extend({ settings: projectSettingsInputSchema });

/** Changes the settings of an event. An empty threshold restores the default. */
export async function setProjectSettings(
  { db, session, call }: SignedInContext,
  { project, settings }: z.infer<typeof setProjectSettingsInput>,
): Promise<Project> {
  const { sid } = await requireProject({ db, session }, project.slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, sid, "update");
    unwrapOrThrow(projectCan.changeSettings(await projectState(tx, row), session.user));
    const { defaultRotation, rejectionThreshold = DEFAULT_PROJECT_SETTINGS.rejectionThreshold } = settings;
    const {
      mergeDuplicatesPercent = row.mergeDuplicatesPercent,
      certificatePercent = row.certificatePercent,
      storeNumber = row.storeNumber,
      model = row.modelSid,
    } = settings;
    // A model that was chosen before may stay, also when it is retired by now.
    if (model !== null && model !== row.modelSid) await requireEventModel(tx, session.user, model);
    const changed = { defaultRotation, rejectionThreshold, mergeDuplicatesPercent, certificatePercent, storeNumber };
    await updateProject(tx, sid, { ...changed, modelSid: model });
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    await recordChange(tx, call, { changes, details: { ...changed, model } });
    return readProject(tx, sid);
  });
}
