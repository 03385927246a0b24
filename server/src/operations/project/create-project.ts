import { type Project, createProjectInputSchema, uniqueSlug } from "@precount/domain";
import type { z } from "zod";
import type { SignedInContext } from "../context.ts";
import { insertProject } from "../../db/projects/write.ts";
import { readProject, listSlugsWithPrefix } from "../../db/projects/read.ts";
import { AppError } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { requireGroups } from "../group/membership.ts";
import { recordChange } from "../record-change.ts";
import { type NewEventOptions, applyOptions } from "./apply-options.ts";

export const createProjectInput = createProjectInputSchema;

/** Attempts to find a free slug: another call may take the slug between the search and the insert. */
const MAX_ATTEMPTS = 10;
/** Characters of a derived slug that leave room for a number behind it. */
const MAX_PREFIX_LENGTH = 110;

/**
 * Creates an event, with the slug that was asked for or with one derived from its name, and with its options (PD-175). If an option is
 * refused, no event is created.
 */
export async function createProject(
  context: SignedInContext,
  { name, slug: wanted, preview, groups, storeNumber = null, ...options }: z.infer<typeof createProjectInput>,
): Promise<Project> {
  const { db, session } = context;
  const sid = newSid();
  const createdBy = session.user.sid;
  const row = { sid, name, status: preview ? "preview" : "active", createdBy, storeNumber, groups } as const;
  if (wanted !== undefined) {
    const project = await tryInsert(context, { ...row, slug: wanted }, options);
    if (project) return project;
    throw new AppError(
      "CONFLICT",
      `The slug ${wanted} is used by another event. Choose another one, or leave it empty.`,
    );
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const prefix = uniqueSlug(name, () => false, sid).slice(0, MAX_PREFIX_LENGTH);
    const taken = await listSlugsWithPrefix(db, prefix);
    const slug = uniqueSlug(name, (candidate) => taken.has(candidate), sid);
    const project = await tryInsert(context, { ...row, slug }, options);
    if (project) return project;
  }
  throw new AppError("CONFLICT", "Many events of this name are being created. Please try again.");
}

/** Null when another event has the slug. */
async function tryInsert(
  context: SignedInContext,
  row: Parameters<typeof insertProject>[1],
  options: NewEventOptions,
): Promise<Project | null> {
  return context.db.transaction(async (tx) => {
    const { sid, name, storeNumber, groups } = row;
    if (groups) await requireGroups(tx, groups);
    if (!(await insertProject(tx, row))) return null;
    const { areaChanges, details } = await applyOptions(tx, context, sid, options);
    await recordChange(tx, context.call, {
      changes: [{ projectSid: sid, kind: "project", sid }, ...areaChanges],
      details: { name, ...(storeNumber && { storeNumber }), ...(groups && { groups }), ...details },
    });
    return readProject(tx, sid);
  });
}
