import type { DescribedEntry, NamedSubject, SentencePart } from "./described-entry.ts";
import type { EditedValue } from "./edited-values.ts";
import { refusedTemplateOf, templateOf } from "./sentence-templates.ts";

/** An edit of up to this many values names each of them. */
const MAX_NAMED_EDITS = 3;

/** 'changed 797047 in 0014.jpg: quantity 1 → 7'; the name of the person is not part of it. */
export function auditSentence(entry: DescribedEntry): SentencePart[] {
  const { subject, edits } = entry;
  if (isRefusal(entry)) return fillTemplate(refusedTemplateOf(entry), subject);
  if (edits.length > 0 && edits.length <= MAX_NAMED_EDITS && subject !== null) {
    return edits.flatMap((edit, at) => [
      `${at === 0 ? "" : "; "}${describeEdit(edit)[0]} in `,
      subject,
      describeEdit(edit)[1],
    ]);
  }
  if (edits.length > MAX_NAMED_EDITS && subject !== null) return [`${countEdits(edits)} in `, subject];
  return fillTemplate(templateOf(entry), subject);
}

function fillTemplate(template: string, subject: NamedSubject | null): SentencePart[] {
  const [before = "", ...rest] = template.split("{subject}");
  if (rest.length === 0) return [before];
  // Names in the text may contain the placeholder too.
  const after = rest.join("{subject}");
  if (subject === null) return [before.replace(/(?: of| in| for)?[: ]+$/, "") + after];
  const start = beforeSubject(before, subject);
  return after === "" ? [start, subject] : [start, subject, after];
}

/** 'created 12 areas in Spring', which is an event; 'deleted the event Spring', but 'deleted a deleted event' without a name. */
function beforeSubject(before: string, { kind, name }: NamedSubject): string {
  const start = kind === "project" ? before.replace(/: $/, " in ") : before;
  return name === null ? start.replace(/\bthe (?:learned |API )?\w+ $/, "") : start;
}

/** Refused calls store the error's code, such as FORBIDDEN. */
const isRefusal = ({ action, details }: DescribedEntry): boolean =>
  typeof details["code"] === "string" && /^[A-Z_]+$/.test(details["code"]) && !action.endsWith(".failed");

/** 'changed 3 and confirmed 13 values'. */
function countEdits(edits: readonly EditedValue[]): string {
  const confirmed = edits.filter(({ kind }) => kind === "confirmed").length;
  const changed = edits.length - confirmed;
  const parts = [changed > 0 && `changed ${changed}`, confirmed > 0 && `confirmed ${confirmed}`];
  return `${parts.filter(Boolean).join(" and ")} values`;
}

function describeEdit(edit: EditedValue): [start: string, end: string] {
  const { kind, field, code, before, after } = edit;
  const sticker = code === "" ? "an unread sticker" : code;
  if (kind === "added" || kind === "discarded" || kind === "recovered") return [`${kind} ${sticker}`, ""];
  if (kind === "moved") return [`moved the box of ${sticker}`, ""];
  if (kind === "class") return [`changed ${sticker}`, `: now a ${after}`];
  if (kind === "confirmed") return [`confirmed ${sticker}`, `: ${field} ${after}`];
  return [`changed ${sticker}`, `: ${field} ${before || "unread"} → ${after || "unread"}`];
}

/** The words for kinds of rows, where they differ from the names in code. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  project: "event",
  "evidence-link": "evidence link",
  token: "API token",
  blindCount: "blind count",
};

/** The text for a row that no longer exists: 'a deleted event'. */
export const deletedSubjectText = ({ kind }: Pick<NamedSubject, "kind">): string =>
  `a deleted ${KIND_WORDS[kind] ?? kind}`;

/** The sentence as plain text, for search and screen readers. */
export const sentenceText = (parts: readonly SentencePart[]): string =>
  parts.map((part) => (typeof part === "string" ? part : (part.name ?? deletedSubjectText(part)))).join("");
