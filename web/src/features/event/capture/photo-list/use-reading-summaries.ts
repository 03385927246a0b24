import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { type QueuedPhoto, isUnsent } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import { type ReadingSummary, summarizeReading } from "./reading-summary.ts";

/** The newest images of the event: more than a person takes before looking at the screen. */
const NEWEST = 100;

/** Returns a function that summarizes the server's reading of a photo; null until the photo is sent. */
export function useReadingSummaries(
  slug: string,
  photos: readonly QueuedPhoto[],
): (photo: QueuedPhoto) => ReadingSummary | null {
  const input = { slug, pageSize: NEWEST, sort: "-createdAt" as const };
  const hasSent = photos.some((photo) => photo.slug === slug && !isUnsent(photo));
  const { data } = useQuery(trpc.project.fetchProjectWithImages.queryOptions(input, { enabled: hasSent }));
  useLiveEvent(slug, [
    trpc.project.fetchProjectWithImages.queryKey(input),
    trpc.area.fetchAllAreasWithStatus.queryKey({ project: { slug } }),
    trpc.project.getProject.queryKey({ slug }),
  ]);
  const images = new Map(data?.images.map((image) => [image.sid, image]));
  return (photo) => (photo.imageSid === null ? null : summarizeReading(images.get(photo.imageSid)));
}
