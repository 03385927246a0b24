import { type Project, createProjectInputSchema, uniqueSlug } from "@precount/domain";
import type { z } from "zod";
import type { SignedInContext } from "../context.ts";
import { insertProject } from "../../db/projects/write.ts";
import { readProject, listSlugsWithPrefix } from "../../db/projects/read.ts";
import { AppError } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const createProjectInput = createProjectInputSchema;

/** Attempts to find a free slug: another call may take the slug between the search and the insert. */
const MAX_ATTEMPTS = 10;
/** Characters of a derived slug that leave room for a number behind it. */
const MAX_PREFIX_LENGTH = 110;

/** Creates an event, with the slug that was asked for or with one derived from its name. */
export async function createProject(
  context: SignedInContext,
  { name, slug: wanted, preview }: z.infer<typeof createProjectInput>,
): Promise<Project> {
  const { db, session } = context;
  const sid = newSid();
  const row = { sid, name, status: preview ? "preview" : "active", createdBy: session.user.sid } as const;
  if (wanted !== undefined) {
    const project = await tryInsert(context, { ...row, slug: wanted });
    if (project) return project;
    throw new AppError(
      "CONFLICT",
      `The slug ${wanted} is used by another event. Choose another one, or leave it empty.`,
    );
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const prefix = uniqueSlug(name, () => false, sid).slice(0, MAX_PREFIX_LENGTH);
    const taken = await listSlugsWithPrefix(db, prefix);
    const project = await tryInsert(context, { ...row, slug: uniqueSlug(name, (slug) => taken.has(slug), sid) });
    if (project) return project;
  }
  throw new AppError("CONFLICT", "Many events of this name are being created. Please try again.");
}

/** Null when another event has the slug. */
async function tryInsert(
  { db, call }: SignedInContext,
  row: Parameters<typeof insertProject>[1],
): Promise<Project | null> {
  return db.transaction(async (tx) => {
    if (!(await insertProject(tx, row))) return null;
    const { sid } = row;
    await recordAudit(tx, call, { subject: { kind: "project", sid }, projectSid: sid });
    return readProject(tx, sid);
  });
}
