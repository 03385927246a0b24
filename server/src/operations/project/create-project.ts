import { type Project, createProjectInputSchema, slugFor } from "@precount/domain";
import type { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { insertProject, readProject, takenSlugs } from "../../db/projects.ts";
import { AppError } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";

export const createProjectInput = createProjectInputSchema;

/** Two people may think of one name at once: the loser's next try sees the winner's slug. */
const MOST_TRIES = 10;
const SHORTENED = 110;

export async function createProject(
  { db, session }: SignedInContext,
  { name, slug: wanted, preview }: z.infer<typeof createProjectInput>,
): Promise<Project> {
  const sid = newSid();
  noteAudit({ subject: { kind: "project", sid }, projectSid: sid });
  const row = { sid, name, status: preview ? "preview" : "active", createdBy: session.user.sid } as const;
  if (wanted !== undefined) {
    if (await insertProject(db, { ...row, slug: wanted })) return readProject(db, sid);
    throw new AppError(
      "CONFLICT",
      `The slug ${wanted} belongs to another event. Choose another one, or leave it empty.`,
    );
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // Of what it would be if it were free; shortened, for a number may have to fit behind it.
    const taken = await takenSlugs(db, slugFor(name, () => false, sid).slice(0, SHORTENED));
    if (await insertProject(db, { ...row, slug: slugFor(name, (slug) => taken.has(slug), sid) })) {
      return readProject(db, sid);
    }
  }
  throw new AppError("CONFLICT", "Many events of this name are being created. Please try again.");
}
