import {
  type FinishEstimate,
  type MinuteCount,
  computeThroughput,
  estimateFinish,
  laterFinish,
} from "../area/throughput.ts";
import type { ImageStatus } from "../image/image.ts";
import { type Person, may } from "../permission/rights.ts";
import { projectCan } from "./can.ts";
import type { ProjectListItem } from "./project.ts";
import { type AreaProgress, type EventCounts, remainingWork } from "./remaining-work.ts";

/** A photo of an event as a small preview. `src` as in `imageSchema`. */
export type Thumbnail = { sid: string; name: string; src: string };

/** The progress of an event during the last hour. */
export type EventPace = {
  /** Images that were approved or rejected, by the minute. */
  settled: MinuteCount[];
  /** Areas that got their first photo that is not rejected, by the minute. */
  photographed: MinuteCount[];
};

/** An event as a row of the list shows it: with its newest photos and its pace. */
export type ProjectSummary = ProjectListItem & {
  imagesByStatus: Readonly<Record<Exclude<ImageStatus, "not_taken">, number>>;
  /** `toPhotograph`: areas without a photo, or whose photo was rejected. Voided areas are accounted for. */
  areas: AreaProgress & { toPhotograph: number };
  /** Stickers with a doubtful value, in images that wait for review. */
  doubtful: number;
  /** The newest ones first. */
  thumbnails: Thumbnail[];
  pace: EventPace;
};

/** An active event on the home screen. */
export type ProjectOverview = Omit<ProjectSummary, "images"> &
  EventCounts & {
    /** The image to review next, preferably one that no other user has open; null without one. */
    nextToReview: string | null;
    /** The users who have an image of the event open. */
    people: { sid: string; name: string }[];
  };

/** The parts of an event's progress, in the order of the work. */
export const PROGRESS_PARTS = ["not_taken", "to_read", "to_review", "approved", "rejected"] as const;
export type ProgressPart = (typeof PROGRESS_PARTS)[number];

/** How much of an event is in which state: areas without a photo, and images. */
export function progressParts({
  imagesByStatus: images,
  areas,
}: Pick<ProjectSummary, "imagesByStatus" | "areas">): Record<ProgressPart, number> {
  return {
    not_taken: areas.toPhotograph,
    to_read: images.uploaded,
    to_review: imagesToReview(images),
    approved: images.approved,
    rejected: images.rejected,
  };
}

const imagesToReview = (images: ProjectSummary["imagesByStatus"]): number => images.processed + images.pending;

/** The one action that an event offers a user on the home screen. */
export type NextAction =
  | { kind: "review"; images: number; imageSid: string }
  | { kind: "photograph" }
  /** `left`: images that are neither approved nor rejected, and decisions about photos; 0 when the event can be completed. */
  | { kind: "complete"; left: number }
  | { kind: "open" };

/**
 * The next action of a user in an event: review while images wait for it, then take photos while areas have none, then
 * complete. `open` when the user has no right to any of them.
 */
export function nextAction(event: ProjectOverview, user: Person): NextAction {
  const waiting = imagesToReview(event.imagesByStatus);
  if (event.nextToReview !== null && waiting > 0 && may(user, "detection.validate").ok) {
    return { kind: "review", images: waiting, imageSid: event.nextToReview };
  }
  const needsPhotos = event.areas.toPhotograph > 0 || event.images.total === 0;
  if (needsPhotos && projectCan.upload(event, user).ok) return { kind: "photograph" };
  const left = event.images.total - event.images.settled + event.images.undecided;
  if (projectCan.complete(event, user).ok) return { kind: "complete", left: 0 };
  const isOnlyWork = remainingWork(event).some(({ isBlocking }) => isBlocking);
  return may(user, "project.complete").ok && isOnlyWork && left > 0 ? { kind: "complete", left } : { kind: "open" };
}

/** The text of the action's button: `Review next (10)`, `Take photos`, `Complete: 8 left`. */
export function describeNextAction(action: NextAction): string {
  switch (action.kind) {
    case "review":
      return `Review next (${action.images.toLocaleString("en-GB")})`;
    case "photograph":
      return "Take photos";
    case "complete":
      return action.left === 0 ? "Complete" : `Complete: ${action.left.toLocaleString("en-GB")} left`;
    case "open":
      return "Open";
    default:
      return action satisfies never;
  }
}

/**
 * When all images of an event will be approved or rejected, by the pace of the last hour. Areas without a photo add the
 * image that they need.
 * @param nowMs milliseconds since 1970, by the server's clock
 */
export function estimateEventFinish(
  { images, areas, pace }: Pick<ProjectSummary, "images" | "areas" | "pace">,
  nowMs: number,
): FinishEstimate {
  if (images.total === 0 && areas.total === 0) return { kind: "not_started" };
  const toSettle = images.total - images.settled + areas.toPhotograph;
  const photos = estimateFinish(areas.toPhotograph, computeThroughput(pace.photographed, nowMs), nowMs);
  return laterFinish(photos, estimateFinish(toSettle, computeThroughput(pace.settled, nowMs), nowMs));
}

/** Length of a bar of the pace chart, and number of bars: together one hour. */
const BAR_MIN = 5;
const BARS = 12;
const MINUTE_MS = 60_000;

/** Number of images that were approved or rejected in each five minutes of the last hour, the oldest first. */
export function paceBars(counts: readonly MinuteCount[], nowMs: number): { endsMinAgo: number; count: number }[] {
  const now = Math.floor(nowMs / MINUTE_MS);
  return Array.from({ length: BARS }, (_, at) => {
    const endsMinAgo = (BARS - 1 - at) * BAR_MIN;
    const inBar = counts.filter(({ minute }) => Math.floor((now - minute) / BAR_MIN) * BAR_MIN === endsMinAgo);
    return { endsMinAgo, count: inBar.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** A report on the home screen. */
export type LatestReport = {
  sid: string;
  version: number;
  createdAt: string;
  event: { slug: string; name: string };
  totals: { rows: number; quantity: number };
  /** The totals of the version before; null for the first report of an event. */
  before: { rows: number; quantity: number } | null;
};
