import { DEFAULT_PROJECT_SETTINGS, type Project, projectCan, projectSettingsInputSchema } from "@precount/domain";
import type { z } from "zod";
import { lockProject, projectState, readProject } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
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
    const mergeDuplicatesPercent =
      settings.mergeDuplicatesPercent === undefined ? row.mergeDuplicatesPercent : settings.mergeDuplicatesPercent;
    await updateProject(tx, sid, { defaultRotation, rejectionThreshold, mergeDuplicatesPercent });
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    await recordChange(tx, call, { changes, details: { defaultRotation, rejectionThreshold, mergeDuplicatesPercent } });
    return readProject(tx, sid);
  });
}
