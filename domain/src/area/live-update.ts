import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { type Area, areaSchema } from "./area.ts";

/**
 * Live update of an event's areas: the changed and deleted ones, or `stale` if there are so many that the client
 * should fetch the list again.
 */
export const areaUpdateSchema = z.union([
  z.object({ changed: z.array(areaSchema), gone: z.array(sidSchema) }),
  z.object({ stale: z.literal(true) }),
]);
export type AreaUpdate = z.infer<typeof areaUpdateSchema>;
export type AreaChanges = Exclude<AreaUpdate, { stale: true }>;

/** Applies changes to a list of areas sorted by number. Unchanged areas keep their object identity. */
export function applyAreaChanges(areas: readonly Area[], { changed, gone }: AreaChanges): Area[] {
  const bySid = new Map(changed.map((area) => [area.sid, area]));
  const isGone = new Set(gone);
  const kept = areas.flatMap((area) => {
    const now = bySid.get(area.sid) ?? area;
    bySid.delete(area.sid);
    return isGone.has(area.sid) ? [] : [now];
  });
  const added = [...bySid.values()].filter(({ sid }) => !isGone.has(sid));
  return added.length === 0 ? kept : [...kept, ...added].toSorted((a, b) => Number(a.name) - Number(b.name));
}
