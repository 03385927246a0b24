import { type SessionRow, sidSchema } from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { endSessions, listSessions } from "../../db/sessions.ts";
import { readUser } from "../../db/users.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

export const bySession = z.object({ id: sidSchema });
/** Without `id` all of the person's. */
export const endUserSessionsInput = z.object({ sid: sidSchema, id: sidSchema.optional() });

export const fetchOwnSessions = ({ db, session }: SignedInContext): Promise<SessionRow[]> =>
  listSessions(db, session.user.sid, session.id);

/** Somebody else's does not exist for one. */
export async function endOwnSession({ db, session }: SignedInContext, id: string): Promise<{ ended: number }> {
  noteAudit({ subject: { kind: "user", sid: session.user.sid } });
  const ended = await endSessions(db, { userSid: session.user.sid, id });
  if (ended === 0) throw notFound("session");
  return { ended };
}

export async function endOtherSessions({ db, session }: SignedInContext): Promise<{ ended: number }> {
  noteAudit({ subject: { kind: "user", sid: session.user.sid } });
  return { ended: await endSessions(db, { userSid: session.user.sid, exceptId: session.id }) };
}

export async function fetchUserSessions({ db, session }: SignedInContext, sid: string): Promise<SessionRow[]> {
  if (!(await readUser(db, sid))) throw notFound("user");
  return listSessions(db, sid, session.id);
}

export async function endUserSessions(
  { db }: SignedInContext,
  { sid, id }: z.infer<typeof endUserSessionsInput>,
): Promise<{ ended: number }> {
  if (!(await readUser(db, sid))) throw notFound("user");
  const ended = await endSessions(db, { userSid: sid, ...(id !== undefined && { id }) });
  if (id !== undefined && ended === 0) throw notFound("session");
  return { ended };
}
