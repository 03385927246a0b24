import { type Area, type EventState, type ProjectStatus, areaCan, sidSchema, voidReasonSchema } from "@precount/domain";
import { z } from "zod";
import { deleteArea as deleteRow, updateArea } from "../../db/areas/write.ts";
import { readAreas } from "../../db/areas/list.ts";
import type { Transaction } from "../../db/connect.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { changeArea } from "./require-area.ts";
import { recordChange } from "../record-change.ts";

export const byArea = z.object({ sid: sidSchema });
export const voidAreaInput = byArea.extend({ reason: voidReasonSchema });

async function readArea(tx: Transaction, sid: string): Promise<Area> {
  const [area] = await readAreas(tx, [sid]);
  if (!area) throw notFound("area");
  return area;
}

/** Voids an area: its number stays accounted for, with who, when and why, and it is outside all counts (PD-33). */
export async function voidArea(context: SignedInContext, input: z.infer<typeof voidAreaInput>): Promise<Area> {
  const { sid, reason } = input;
  return changeArea(context, sid, async (tx, { project }) => {
    unwrapOrThrow(areaCan.void(await readArea(tx, sid), stateOf(project)));
    await updateArea(tx, sid, { isVoided: true, voidedBy: context.session.user.sid, voidReason: reason });
    await recordChange(tx, context.call, { changes: [{ projectSid: project.sid, kind: "area", sid }] });
    return readArea(tx, sid);
  });
}

/** Undoes a void: the status follows from the photo again. */
export async function restoreArea(context: SignedInContext, sid: string): Promise<Area> {
  return changeArea(context, sid, async (tx, { project }) => {
    unwrapOrThrow(areaCan.restore(await readArea(tx, sid), stateOf(project)));
    await updateArea(tx, sid, { isVoided: false });
    await recordChange(tx, context.call, { changes: [{ projectSid: project.sid, kind: "area", sid }] });
    return readArea(tx, sid);
  });
}

/** Deletes an area that was created by mistake and unlinks its photos. Returns the area as it was. */
export async function deleteArea(context: SignedInContext, sid: string): Promise<Area> {
  return changeArea(context, sid, async (tx, { project }) => {
    const area = await readArea(tx, sid);
    unwrapOrThrow(areaCan.delete(area, stateOf(project)));
    await deleteRow(tx, sid);
    const changes = [{ projectSid: project.sid, kind: "area" as const, sid }];
    await recordChange(tx, context.call, { changes, details: { name: area.name } });
    return area;
  });
}

const stateOf = ({ status }: { status: ProjectStatus }): EventState => ({
  status,
  isArchived: status === "archived",
});
