import type { Connection } from "../../durable-queue/queue-types.ts";

/*
 * A photo taken on this device, from the moment it is taken until the server has it. Pure, so that it is tested without a
 * browser.
 */

/**
 * asked: the photo check found a problem, and the person has not decided yet; waiting: for its turn or a connection;
 * refused: by the server; sent: the server has confirmed these bytes, and the device has deleted its copy.
 */
type PhotoState = "asked" | "waiting" | "refused" | "sent";

export type QueuedPhoto = {
  /** Made on this device; identifies the photo. */
  key: string;
  userSid: string;
  slug: string;
  /** Shown when the server cannot be asked. */
  eventName: string;
  area: number | null;
  name: string;
  takenAtMs: number;
  sizeBytes: number;
  /** Null where the browser cannot compute it (plain HTTP). */
  sha256: string | null;
  state: PhotoState;
  /** Not sent earlier: until then the person can undo. */
  leavesAtMs: number;
  /** The problem that the check found, or why the server refused it; null otherwise. */
  message: string | null;
  /** The event was closed or not visible, so the photo is sent again when the event takes photos again. Missing before the first refusal. */
  isRefusedByEvent?: boolean;
  /** The server's image, once it is sent. */
  imageSid: string | null;
  /** When the server confirmed it. Missing for photos that an older version of this app sent. */
  sentAtMs?: number;
};

export type PhotoEvent =
  | { type: "use"; nowMs: number }
  | { type: "retry"; nowMs: number }
  | { type: "refused"; message: string; isByEvent: boolean }
  | { type: "sent"; imageSid: string; nowMs: number };

/** Late events, for example from another tab, do not change a photo that is sent. */
export function reducePhoto(photo: QueuedPhoto, event: PhotoEvent): QueuedPhoto {
  if (photo.state === "sent") return photo;
  switch (event.type) {
    case "use":
    case "retry":
      return { ...photo, state: "waiting", leavesAtMs: event.nowMs, message: null };
    case "refused":
      return { ...photo, state: "refused", message: event.message, isRefusedByEvent: event.isByEvent };
    case "sent":
    default:
      return { ...photo, state: "sent", imageSid: event.imageSid, sentAtMs: event.nowMs, message: null };
  }
}

export const compareByTakenAt = (a: QueuedPhoto, b: QueuedPhoto): number =>
  a.takenAtMs - b.takenAtMs || (a.key < b.key ? -1 : 1);

/** Whether the photo exists only on this device. */
export const isUnsent = ({ state }: Pick<QueuedPhoto, "state">): boolean => state !== "sent";

/** Sent photos stay in the list for a day. */
const SENT_RETENTION_MS = 24 * 3_600_000;

/** Whether a sent photo leaves the list. Its own age does not count: a photo from the library may have been taken long ago. */
export const isExpired = (photo: QueuedPhoto, nowMs: number): boolean =>
  !isUnsent(photo) && (photo.sentAtMs ?? photo.leavesAtMs) < nowMs - SENT_RETENTION_MS;

export type QueueStatus = { text: string; isTrouble: boolean };

/**
 * The state of the whole queue in a few words: 'Sending 2 of 7', '3 waiting · offline'.
 * @param sentInARow photos sent since the queue was last empty
 */
export function queueStatus(photos: readonly QueuedPhoto[], connection: Connection, sentInARow: number): QueueStatus {
  const count = (state: PhotoState): number => photos.filter((photo) => photo.state === state).length;
  const waiting = count("waiting");
  const refused = count("refused");
  const asked = count("asked");
  const reason = { online: "", offline: " · offline", "signed-out": " · signed out" }[connection];
  if (waiting > 0 && connection !== "online") return { text: `${waiting} waiting${reason}`, isTrouble: true };
  if (refused > 0) return { text: `${refused} refused`, isTrouble: true };
  if (waiting > 0) return { text: `Sending ${sentInARow + 1} of ${sentInARow + waiting}`, isTrouble: false };
  if (asked > 0) return { text: `${asked} to decide`, isTrouble: true };
  return { text: connection === "online" ? "All sent" : `Nothing waiting${reason}`, isTrouble: false };
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A name as cameras write it, in local time: `20261122_181203_123.jpg`. The upload's own field names the area. */
export function photoFileName(takenAt: Date): string {
  const day = `${takenAt.getFullYear()}${twoDigits(takenAt.getMonth() + 1)}${twoDigits(takenAt.getDate())}`;
  const time = [takenAt.getHours(), takenAt.getMinutes(), takenAt.getSeconds()].map(twoDigits).join("");
  return `${day}_${time}_${String(takenAt.getMilliseconds()).padStart(3, "0")}.jpg`;
}
