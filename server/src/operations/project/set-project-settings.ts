import { DEFAULT_PROJECT_SETTINGS, type Project, projectCan, projectSettingsInputSchema } from "@precount/domain";
import type { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { lockProject, projectState, readProject, updateProject } from "../../db/projects.ts";
import { orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { byProject } from "../inputs.ts";
import { visibleProject } from "./visible-project.ts";

export const setSettingsInput = byProject.extend({ settings: projectSettingsInputSchema });

/** An empty threshold is the default again. */
export async function setSettings(
  { db, session }: SignedInContext,
  { project, settings }: z.infer<typeof setSettingsInput>,
): Promise<Project> {
  const { sid } = await visibleProject({ db, session }, project.slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, sid, "update");
    orRefuse(projectCan.changeSettings(await projectState(tx, row), session.user));
    const { defaultRotation, rejectionThreshold = DEFAULT_PROJECT_SETTINGS.rejectionThreshold } = settings;
    noteAudit({ details: { defaultRotation, rejectionThreshold } });
    await updateProject(tx, sid, { defaultRotation, rejectionThreshold });
    await notifyChange(tx, { projectSid: sid, kind: "project", sid });
    return readProject(tx, sid);
  });
}
