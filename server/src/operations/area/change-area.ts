import { type Area, type EventState, type ProjectStatus, areaCan, sidSchema, voidReasonSchema } from "@precount/domain";
import { z } from "zod";
import { deleteArea as deleteRow, readAreas, updateArea } from "../../db/areas.ts";
import type { Transaction } from "../../db/connect.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { changeArea } from "./require-area.ts";

export const byArea = z.object({ sid: sidSchema });
export const voidAreaInput = byArea.extend({ reason: voidReasonSchema });

async function readArea(tx: Transaction, sid: string): Promise<Area> {
  const [area] = await readAreas(tx, [sid]);
  if (!area) throw notFound("area");
  return area;
}

/** Its number stays accounted for, with who, when and why; outside all counts (decision 33). */
export async function voidArea(context: SignedInContext, input: z.infer<typeof voidAreaInput>): Promise<Area> {
  const { sid, reason } = input;
  return changeArea(context, sid, async (tx, { project }) => {
    orRefuse(areaCan.void(await readArea(tx, sid), stateOf(project)));
    await updateArea(tx, sid, { isVoided: true, voidedBy: context.session.user.sid, voidReason: reason });
    await notifyChange(tx, { projectSid: project.sid, kind: "area", sid });
    return readArea(tx, sid);
  });
}

/** Takes a Void back: it is again what its photo makes of it. */
export async function restoreArea(context: SignedInContext, sid: string): Promise<Area> {
  return changeArea(context, sid, async (tx, { project }) => {
    orRefuse(areaCan.restore(await readArea(tx, sid), stateOf(project)));
    await updateArea(tx, sid, { isVoided: false });
    await notifyChange(tx, { projectSid: project.sid, kind: "area", sid });
    return readArea(tx, sid);
  });
}

/** A mistaken one; its photos stay and are of no area any more. Answers it as it was. */
export async function deleteArea(context: SignedInContext, sid: string): Promise<Area> {
  return changeArea(context, sid, async (tx, { project }) => {
    const area = await readArea(tx, sid);
    orRefuse(areaCan.delete(area, stateOf(project)));
    await deleteRow(tx, sid);
    await notifyChange(tx, { projectSid: project.sid, kind: "area", sid });
    return area;
  });
}

const stateOf = ({ status }: { status: ProjectStatus }): EventState => ({
  status,
  isArchived: status === "archived",
});
