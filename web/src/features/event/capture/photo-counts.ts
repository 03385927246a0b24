import type { QueuedPhoto } from "../../../shared/uploads/photo-queue/queued-photo.ts";

type Counted = Pick<QueuedPhoto, "state" | "imageSid">;

const photosOf = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

/**
 * This device's photos of an event and the event's images, and why the numbers differ: '12 photos here · 14 in the event: 3 not sent
 * yet, 5 from elsewhere'.
 * @param total the server's number of images, as the server last reported it
 */
export function describePhotoCounts(photos: readonly Counted[], total: number, isOnline: boolean): string {
  const sent = photos.filter(({ state }) => state === "sent");
  const images = new Set(sent.map(({ imageSid }) => imageSid)).size;
  const unsent = photos.length - sent.length;
  const elsewhere = total - images;
  const reasons = [
    ...(unsent > 0 ? [`${unsent} not sent yet`] : []),
    // The server stores the same bytes once.
    ...(sent.length > images ? [`${sent.length - images} sent twice`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} from elsewhere`] : []),
    ...(elsewhere < 0 ? [`${-elsewhere} not counted yet`] : []),
  ];
  const here = `${photosOf(photos.length)} here`;
  if (reasons.length === 0) return photos.length === 0 ? "No photos yet" : `${here}, all in the event`;
  return `${here} · ${total} in the event${isOnline ? "" : " when last online"}: ${reasons.join(", ")}`;
}
