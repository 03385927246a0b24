import { type AuditEntry, type NamedSubject, type SentencePart, auditSentence, storedName } from "@precount/domain";
import { readEdits } from "../../db/audit/edits.ts";
import { type SubjectNames, readStoredNames, readSubjectNames } from "../../db/audit/subject-names.ts";
import type { Queryable } from "../../db/connect.ts";

type Entry = Pick<AuditEntry, "action" | "subject" | "projectSid" | "details">;

export type Description = {
  /** To be read after the person's name. */
  sentence: SentencePart[];
  event: NamedSubject | null;
};

const EDIT = "imageDetection.pushImageDetectionPatches";

/**
 * Entries as sentences, with the names of their subjects and the values that edits changed. Two statements for a page, and one more if
 * it names deleted rows.
 */
export async function describeEntries<E extends Entry>(
  db: Queryable,
  entries: readonly E[],
): Promise<(E & { description: Description })[]> {
  const sids = entries.flatMap(({ subject, projectSid }) => [subject?.sid ?? [], projectSid ?? []].flat());
  const names = await readSubjectNames(db, [...new Set(sids)]);
  const storedNames = await readStoredNames(db, deletedSids(names, entries));
  const edited = entries.flatMap(({ action, subject }) => (action === EDIT && subject ? [subject.sid] : []));
  const edits = await readEdits(db, [...new Set(edited)]);
  return entries.map((entry) => {
    const { action, subject: about, projectSid, details } = entry;
    const subject =
      about && (findSubject(names, about) ?? deletedSubject(about, storedName(entry) ?? storedNames.get(about.sid)));
    const revision = typeof details["revision"] === "number" ? details["revision"] : null;
    const own = (about && revision !== null && edits.get(about.sid)?.get(revision)) || [];
    const event = projectSid === null ? null : findEvent(names, storedNames, projectSid);
    return { ...entry, description: { sentence: auditSentence({ action, details, subject, edits: own }), event } };
  });
}

type Subject = { kind: string; sid: string };

const findSubject = ({ bySid, eventBySlug }: SubjectNames, { kind, sid }: Subject): NamedSubject | undefined =>
  bySid.get(sid) ?? (kind === "project" ? eventBySlug.get(sid) : undefined);

/** The sids of subjects and events that no longer exist. */
function deletedSids(names: SubjectNames, entries: readonly Entry[]): string[] {
  const sids = entries.flatMap(({ subject, projectSid }) => [
    ...(subject && NAMED_KINDS.has(subject.kind) && !findSubject(names, subject) ? [subject.sid] : []),
    ...(projectSid !== null && !names.bySid.has(projectSid) ? [projectSid] : []),
  ]);
  return [...new Set(sids)];
}

/** Kinds of rows whose names are stored in the log. */
const NAMED_KINDS: ReadonlySet<string> = new Set(["area", "destination", "group", "project"]);

function findEvent(
  { bySid }: SubjectNames,
  storedNames: ReadonlyMap<string, string>,
  sid: string,
): NamedSubject | null {
  const name = storedNames.get(sid);
  const deleted = name === undefined ? null : deletedSubject({ kind: "project", sid }, name);
  return bySid.get(sid) ?? deleted;
}

/** A row that no longer exists, or a task, whose name is its number. */
const deletedSubject = ({ kind, sid }: Subject, name: string | undefined): NamedSubject => ({
  kind,
  sid,
  name: kind === "task" ? sid : (name ?? null),
  slug: null,
  imageSid: null,
});
