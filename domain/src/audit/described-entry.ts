import type { EditedValue } from "./edited-values.ts";

/** A row that an entry names, with the fields that a link to it needs. */
export type NamedSubject = {
  kind: string;
  sid: string;
  /** Null if the row no longer exists. */
  name: string | null;
  /** The event's slug, for rows of an event. */
  slug: string | null;
  /** For an image and its detections. */
  imageSid: string | null;
};

export type SentencePart = string | NamedSubject;

export type DescribedEntry = {
  action: string;
  subject: NamedSubject | null;
  details: Readonly<Record<string, unknown>>;
  /** The values that an edit of results changed. */
  edits: readonly EditedValue[];
};
