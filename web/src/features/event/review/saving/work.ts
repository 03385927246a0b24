import { type EditEvent, type EditQueue, NO_EDITS, reduceEdits, targetOf } from "../edit-queue.ts";
import { type History, type HistoryEvent, NO_HISTORY, resolveHistory, reduceHistory } from "./history.ts";

/** Typed and not yet entered: as durable as an edit, but nobody's business until the person leaves the field. */
export type Draft = {
  text: string;
  /** The detection's revision when the typing began. */
  revision: number;
};

/** What one person has done to one detection and the server may not have: the unit that a browser keeps. */
export type Work = EditQueue & {
  drafts: Readonly<Record<string, Draft>>;
  history: History;
};
export const NO_WORK: Work = { ...NO_EDITS, drafts: {}, history: NO_HISTORY };

export type WorkEvent = EditEvent | HistoryEvent | { type: "draft"; target: string; draft: Draft | null };

/** Pure, and replayed on what is stored: two tabs change the same work one after the other. */
export function reduceWork(work: Work, event: WorkEvent): Work {
  switch (event.type) {
    case "draft": {
      const { [event.target]: held, ...others } = work.drafts;
      if (event.draft === null) return { ...work, drafts: others };
      // What is typed on was seen when the typing began.
      return {
        ...work,
        drafts: { ...others, [event.target]: { ...event.draft, revision: held?.revision ?? event.draft.revision } },
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
          ? knowing(landDrafts(work.drafts, event), targetOf(saved), event.delivered.revision)
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

/** Who types over an edit of their own knows it, also when it is saved while they type. */
function knowing(drafts: Work["drafts"], target: string, revision: number): Work["drafts"] {
  const draft = drafts[target];
  return draft ? { ...drafts, [target]: { ...draft, revision: Math.max(draft.revision, revision) } } : drafts;
}

/** What is being typed into a result that was just added stays in it, under the index that it has now. */
function landDrafts(drafts: Work["drafts"], { id, delivered }: Extract<WorkEvent, { type: "saved" }>): Work["drafts"] {
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

/** Something the server does not have: it must not be forgotten. */
export const isPending = ({ edits, drafts }: Work): boolean => edits.length > 0 || Object.keys(drafts).length > 0;
