import { type SessionRow, sidSchema } from "@precount/domain";
import { z } from "zod";
import { endSessions, listSessions } from "../../db/sessions.ts";
import { readUser } from "../../db/users.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const bySession = z.object({ id: sidSchema });
/** `id` is a session of the person; without it all their sessions end. */
export const endUserSessionsInput = z.object({ sid: sidSchema, id: sidSchema.optional() });

export const fetchOwnSessions = ({ db, session }: SignedInContext): Promise<SessionRow[]> =>
  listSessions(db, session.user.sid, session.id);

/** Ends an own session; another person's is NOT_FOUND. */
export async function endOwnSession({ db, session, call }: SignedInContext, id: string): Promise<{ ended: number }> {
  const subject = { kind: "user", sid: session.user.sid };
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, { userSid: session.user.sid, id });
    if (ended === 0) throw notFound("session", { subject });
    await recordAudit(tx, call, { subject });
    return { ended };
  });
}

export async function endOtherSessions({ db, session, call }: SignedInContext): Promise<{ ended: number }> {
  const { sid } = session.user;
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, { userSid: sid, exceptId: session.id });
    await recordAudit(tx, call, { subject: { kind: "user", sid } });
    return { ended };
  });
}

export async function fetchUserSessions({ db, session }: SignedInContext, sid: string): Promise<SessionRow[]> {
  if (!(await readUser(db, sid))) throw notFound("user");
  return listSessions(db, sid, session.id);
}

export async function endUserSessions(
  { db, call }: SignedInContext,
  { sid, id }: z.infer<typeof endUserSessionsInput>,
): Promise<{ ended: number }> {
  return db.transaction(async (tx) => {
    if (!(await readUser(tx, sid))) throw notFound("user");
    const ended = await endSessions(tx, { userSid: sid, ...(id !== undefined && { id }) });
    if (id !== undefined && ended === 0) throw notFound("session");
    await recordAudit(tx, call);
    return { ended };
  });
}
