import { editFocusSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import type { SignedInContext } from "../../rpc/gate.ts";
import { requireImage } from "../image/require-image.ts";
import { announce } from "../../live/presence.ts";

export const tabSchema = z.string().regex(/^[a-z0-9]{8,64}$/);
export const beHereInput = z.object({
  imageSid: sidSchema,
  /** The page's own word for itself, as long as it lives. */
  tab: tabSchema,
  hand: editFocusSchema.nullable(),
});
export const leaveInput = z.object({ imageSid: sidSchema, tab: tabSchema });

/**
 * A page shows the image; said again with every change of the hand, and every 12 s. Only of what one may see.
 * @param signal aborted when who says so is gone: that may have been told already, and would be untold by this
 */
export async function beHere(
  { db, session }: SignedInContext,
  { imageSid, tab, hand }: z.infer<typeof beHereInput>,
  signal?: AbortSignal,
): Promise<void> {
  await requireImage(db, session.user, imageSid);
  if (signal?.aborted) return;
  const { sid, name } = session.user;
  await announce(db, { imageSid, user: { sid, name }, tab, hand, isHere: true });
}

/** It does no more. One leaves only for oneself. */
export async function leave(
  { db, session }: SignedInContext,
  { imageSid, tab }: z.infer<typeof leaveInput>,
): Promise<void> {
  const { sid, name } = session.user;
  await announce(db, { imageSid, user: { sid, name }, tab, hand: null, isHere: false });
}
