import { type AuditEntry, type NamedSubject, type SentencePart, auditSentence } from "@precount/domain";
import { readEdits } from "../../db/audit/edits.ts";
import { type SubjectNames, readSubjectNames } from "../../db/audit/subject-names.ts";
import type { Queryable } from "../../db/connect.ts";

type Entry = Pick<AuditEntry, "action" | "subject" | "projectSid" | "details">;

export type Description = {
  /** To be read after the person's name. */
  sentence: SentencePart[];
  event: NamedSubject | null;
};

const EDIT = "imageDetection.pushImageDetectionPatches";

/** Entries as sentences, with the names of their subjects and the values that edits changed. Two statements for a page. */
export async function describeEntries<E extends Entry>(
  db: Queryable,
  entries: readonly E[],
): Promise<(E & { description: Description })[]> {
  const sids = entries.flatMap(({ subject, projectSid }) => [subject?.sid ?? [], projectSid ?? []].flat());
  const names = await readSubjectNames(db, [...new Set(sids)]);
  const edited = entries.flatMap(({ action, subject }) => (action === EDIT && subject ? [subject.sid] : []));
  const edits = await readEdits(db, [...new Set(edited)]);
  return entries.map((entry) => {
    const { action, subject: about, projectSid, details } = entry;
    const subject = about && (findSubject(names, about) ?? unknownSubject(about));
    const revision = typeof details["revision"] === "number" ? details["revision"] : null;
    const own = (about && revision !== null && edits.get(about.sid)?.get(revision)) || [];
    const event = projectSid === null ? null : (names.bySid.get(projectSid) ?? null);
    return { ...entry, description: { sentence: auditSentence({ action, details, subject, edits: own }), event } };
  });
}

type Subject = { kind: string; sid: string };

const findSubject = ({ bySid, eventBySlug }: SubjectNames, { kind, sid }: Subject): NamedSubject | undefined =>
  bySid.get(sid) ?? (kind === "project" ? eventBySlug.get(sid) : undefined);

const unknownSubject = ({ kind, sid }: Subject): NamedSubject => ({
  kind,
  sid,
  name: kind === "task" ? sid : null,
  slug: null,
  imageSid: null,
});
