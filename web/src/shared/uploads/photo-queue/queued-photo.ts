/*
 * A photo that was taken on this device, from the shot until the server has it and what stands on it is read: pure, so that it can be
 * tested without a browser.
 */

/**
 * asked: the check doubts it, and its person has not said yet whether it counts; waiting: for its turn or a network; refused: the
 * server will not have it; sent: the server has said that it has these bytes, and the device has none of them any more.
 */
type PhotoState = "asked" | "waiting" | "refused" | "sent";

export type QueuedPhoto = {
  /** Made on this device: what is under it is one photo, whatever happens. */
  key: string;
  userSid: string;
  slug: string;
  /** Of the event, as it is called: it is shown when there is no server to ask. */
  eventName: string;
  area: number | null;
  name: string;
  takenAtMs: number;
  sizeBytes: number;
  /** Null where the browser cannot tell (plain HTTP). */
  sha256: string | null;
  state: PhotoState;
  /** It does not leave before: so long it can be taken back. */
  leavesAtMs: number;
  /** What the check doubts, or why the server refused it; null otherwise. */
  message: string | null;
  /** The server's, once it is sent. */
  imageSid: string | null;
};

/** Whatever happens to one. */
export type PhotoEvent =
  | { type: "use"; nowMs: number }
  | { type: "retry"; nowMs: number }
  | { type: "refused"; message: string }
  | { type: "sent"; imageSid: string };

/** An event that comes too late changes nothing: what is sent stays so, whatever another tab thinks. */
export function reducePhoto(photo: QueuedPhoto, event: PhotoEvent): QueuedPhoto {
  if (photo.state === "sent") return photo;
  switch (event.type) {
    case "use":
    case "retry":
      return { ...photo, state: "waiting", leavesAtMs: event.nowMs, message: null };
    case "refused":
      return { ...photo, state: "refused", message: event.message };
    case "sent":
    default:
      return { ...photo, state: "sent", imageSid: event.imageSid, message: null };
  }
}

/** Which one leaves now, in the order they were taken; and when one leaves if none does. */
export function nextToLeave(
  photos: readonly QueuedPhoto[],
  nowMs: number,
): { photo: QueuedPhoto | null; waitMs: number | null } {
  const waiting = sortByTakenAt(photos.filter(({ state }) => state === "waiting"));
  const photo = waiting.find(({ leavesAtMs }) => leavesAtMs <= nowMs) ?? null;
  const first = Math.min(...waiting.map(({ leavesAtMs }) => leavesAtMs));
  return { photo, waitMs: photo === null && waiting.length > 0 ? first - nowMs : null };
}

/** As they were taken, the first one first. */
export const sortByTakenAt = (photos: readonly QueuedPhoto[]): QueuedPhoto[] =>
  photos.toSorted((a, b) => a.takenAtMs - b.takenAtMs || (a.key < b.key ? -1 : 1));

/** Not with the server: what would be lost with the device. */
export const isUnsent = ({ state }: Pick<QueuedPhoto, "state">): boolean => state !== "sent";

/** Whether photos get away at the moment. */
export type Connection = "online" | "offline" | "signed-out";
export type QueueStatus = { text: string; isTrouble: boolean };

/**
 * How things stand, in a few words: 'Sending 2 of 7', '3 waiting · offline'.
 * @param sentInARow photos that left since the queue was last empty
 */
export function queueStatus(photos: readonly QueuedPhoto[], connection: Connection, sentInARow: number): QueueStatus {
  const count = (state: PhotoState): number => photos.filter((photo) => photo.state === state).length;
  const waiting = count("waiting");
  const refused = count("refused");
  const asked = count("asked");
  const why = { online: "", offline: " · offline", "signed-out": " · signed out" }[connection];
  if (waiting > 0 && connection !== "online") return { text: `${waiting} waiting${why}`, isTrouble: true };
  if (refused > 0) return { text: `${refused} not taken`, isTrouble: true };
  if (waiting > 0) return { text: `Sending ${sentInARow + 1} of ${sentInARow + waiting}`, isTrouble: false };
  if (asked > 0) return { text: `${asked} to decide`, isTrouble: true };
  return { text: connection === "online" ? "All sent" : `Nothing waiting${why}`, isTrouble: false };
}

const two = (value: number): string => String(value).padStart(2, "0");

/** As cameras call theirs: it says no area, for the upload's field does. `20261122_181203_123.jpg`, local time. */
export function photoFileName(takenAt: Date): string {
  const day = `${takenAt.getFullYear()}${two(takenAt.getMonth() + 1)}${two(takenAt.getDate())}`;
  const time = [takenAt.getHours(), takenAt.getMinutes(), takenAt.getSeconds()].map(two).join("");
  return `${day}_${time}_${String(takenAt.getMilliseconds()).padStart(3, "0")}.jpg`;
}
