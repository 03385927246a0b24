import { editFocusSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { announce } from "../../live/presence.ts";
import type { SignedInContext } from "../context.ts";
import { requireImage } from "../image/require-image.ts";

export const tabSchema = z.string().regex(/^[a-z0-9]{8,64}$/);
export const announcePresenceInput = z.object({
  imageSid: sidSchema,
  /** An id that the browser tab chose for its lifetime. */
  tab: tabSchema,
  hand: editFocusSchema.nullable(),
});
export const announceDepartureInput = z.object({ imageSid: sidSchema, tab: tabSchema });

/**
 * Says that a tab shows an image and which result it has selected. Tabs call it every 12 s and whenever the selection changes.
 * @param signal aborted when the client has gone: its departure may have been announced already, and must not be undone
 */
export async function announcePresence(
  { db, session }: SignedInContext,
  { imageSid, tab, hand }: z.infer<typeof announcePresenceInput>,
  signal?: AbortSignal,
): Promise<void> {
  await requireImage(db, session.user, imageSid);
  if (signal?.aborted) return;
  const { sid, name } = session.user;
  await announce(db, { imageSid, user: { sid, name }, tab, hand, isHere: true });
}

/** Says that a tab no longer shows an image. */
export async function announceDeparture(
  { db, session }: SignedInContext,
  { imageSid, tab }: z.infer<typeof announceDepartureInput>,
): Promise<void> {
  const { sid, name } = session.user;
  await announce(db, { imageSid, user: { sid, name }, tab, hand: null, isHere: false });
}
