import { z } from "zod";
import type { SentencePart } from "../audit/described-entry.ts";
import { positiveIntegerSchema, sidSchema } from "../common/id.ts";

/** The kinds of entries in an event's timeline, for its filters. */
export const TIMELINE_KINDS = ["upload", "detection", "edit", "validation", "image", "area", "event"] as const;
export const timelineKindSchema = z.enum(TIMELINE_KINDS);
export type TimelineKind = z.infer<typeof timelineKindSchema>;

export const TIMELINE_KIND_TITLES: Readonly<Record<TimelineKind, string>> = {
  upload: "Uploads",
  detection: "Detections",
  edit: "Edits",
  validation: "Validations",
  image: "Images",
  area: "Areas",
  event: "Event",
};

/**
 * Actions of the audit log that the timeline shows. Downloads, refusals and what admins set up are in the audit log only. Detections are
 * no actions: workers make them.
 */
const ACTIONS: Readonly<Record<TimelineKind, readonly string[]>> = {
  upload: ["upload.photo"],
  detection: ["dataset.import"],
  edit: [
    "imageDetection.pushImageDetectionPatches",
    "imageDetection.pullImageDetectionPatches",
    "imageDetection.deleteImageDetection",
    "duplicate.decidePairs",
    "blindCount.settleCheck",
  ],
  validation: [
    "imageDetection.validateImageDetection",
    "image.validateImages",
    "imageDetection.invalidateImageDetection",
    "image.invalidateImages",
    "imageDetection.activate",
    "image.setActiveImageDetection",
    "crop.markStickers",
  ],
  image: [
    "image.rejectImage",
    "image.rejectImages",
    "image.recoverImage",
    "image.recoverImages",
    "image.rotateImage",
    "image.runImageDetection",
    "image.detectImages",
    "image.retryJob",
  ],
  area: [
    "area.createRange",
    "area.deleteArea",
    "area.voidArea",
    "area.voidRange",
    "area.restoreArea",
    "area.restoreRange",
    "area.deleteRange",
    "area.linkImage",
    "area.decidePhoto",
    "area.photographAgain",
  ],
  event: [
    "project.createProject",
    "project.activateProject",
    "project.setProjectSettings",
    "project.analyzeProject",
    "project.cancelQueue",
    "project.retryFailed",
    "project.completeProject",
    "project.reopenProject",
    "project.discardProject",
    "project.archiveProject",
    "project.recoverProject",
    "report.accept",
    "item.import",
    "item.chooseItemList",
    "variance.choosePreviousEvent",
    "radar.acceptFindings",
    "radar.reopenFindings",
    "duplicate.searchDuplicates",
    "blindCount.startBlindCount",
    "blindCount.stopBlindCount",
  ],
};

const KIND_OF_ACTION = new Map(TIMELINE_KINDS.flatMap((kind) => ACTIONS[kind].map((action) => [action, kind])));

/** The actions of some kinds, or of all. */
export const timelineActions = (kinds: readonly TimelineKind[] = TIMELINE_KINDS): string[] =>
  kinds.flatMap((kind) => [...ACTIONS[kind]]);

/** The kind of an action; null for actions that the timeline does not show. */
export const timelineKindOf = (action: string): TimelineKind | null => KIND_OF_ACTION.get(action) ?? null;

export const timelineFiltersSchema = z.object({
  kinds: z.array(timelineKindSchema).max(TIMELINE_KINDS.length).optional(),
  personSid: sidSchema.optional(),
  areaNumber: positiveIntegerSchema.optional(),
});
export type TimelineFilters = z.infer<typeof timelineFiltersSchema>;

export type TimelineEntry = {
  key: string;
  at: string;
  kind: TimelineKind;
  /** Null for the model. */
  person: { sid: string; name: string } | null;
  /** What happened, after the person's name: 'approved 0014.jpg'. */
  sentence: SentencePart[];
};
