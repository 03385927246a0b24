import { type EditEvent, type EditQueue, NO_EDITS, reduceEdits, targetOf } from "../edit-queue.ts";
import { type History, type HistoryEvent, NO_HISTORY, resolveHistory, reduceHistory } from "./history.ts";

/** Text that is typed and not entered. Stored like an edit, but not sent. */
export type Draft = {
  text: string;
  /** The detection's revision when typing began. */
  revision: number;
};

/** One user's unsaved work on one detection. The browser stores it as one record, so its fields keep their names. */
export type Work = EditQueue & {
  drafts: Readonly<Record<string, Draft>>;
  history: History;
};
export const NO_WORK: Work = { ...NO_EDITS, drafts: {}, history: NO_HISTORY };

export type WorkEvent = EditEvent | HistoryEvent | { type: "draft"; target: string; draft: Draft | null };

/** Pure: each tab replays its events on the stored work, one tab after the other. */
export function reduceWork(work: Work, event: WorkEvent): Work {
  switch (event.type) {
    case "draft": {
      const { [event.target]: earlier, ...others } = work.drafts;
      if (event.draft === null) return { ...work, drafts: others };
      // The user saw the field when typing began.
      return {
        ...work,
        drafts: { ...others, [event.target]: { ...event.draft, revision: earlier?.revision ?? event.draft.revision } },
      };
    }
    case "did":
    case "undo":
    case "redo":
    case "forget":
      return { ...work, history: reduceHistory(work.history, event) };
    case "put": {
      const { [targetOf(event.edit)]: draft, ...drafts } = work.drafts;
      const revision = Math.min(event.edit.revision, draft?.revision ?? Number.POSITIVE_INFINITY);
      return { ...work, ...reduceEdits(work, { ...event, edit: { ...event.edit, revision } }), drafts };
    }
    case "saved": {
      const saved = work.edits.find(({ id }) => id === event.id);
      return {
        ...work,
        ...reduceEdits(work, event),
        history: resolveHistory(work.history, event.id, event.delivered),
        drafts: saved
          ? withRevision(resolveDrafts(work.drafts, event), targetOf(saved), event.delivered.revision)
          : work.drafts,
      };
    }
    case "leaves":
    case "conflict":
    case "refused":
    case "keep":
    case "retry":
    case "drop":
    default:
      return { ...work, ...reduceEdits(work, event) };
  }
}

/** A user who types over their own edit knows it, also when it is saved while they type. */
function withRevision(drafts: Work["drafts"], target: string, revision: number): Work["drafts"] {
  const draft = drafts[target];
  return draft ? { ...drafts, [target]: { ...draft, revision: Math.max(draft.revision, revision) } } : drafts;
}

/** Keeps the drafts of an added result under the index that the server gave it. */
function resolveDrafts(
  drafts: Work["drafts"],
  { id, delivered }: Extract<WorkEvent, { type: "saved" }>,
): Work["drafts"] {
  const { revision, added } = delivered;
  const [index] = added;
  if (typeof index !== "number") return drafts;
  const landed = Object.entries(drafts).map(([target, draft]): [string, Draft] =>
    target.startsWith(`${id} `)
      ? [`${index}${target.slice(id.length)}`, { ...draft, revision: Math.max(draft.revision, revision) }]
      : [target, draft],
  );
  return Object.fromEntries(landed);
}

/** Whether there is anything that the server does not have. */
export const isPending = ({ edits, drafts }: Work): boolean => edits.length > 0 || Object.keys(drafts).length > 0;
