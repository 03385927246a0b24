import type { QueuedPhoto } from "./queued-photo.ts";

/** For tests: a queued photo that may be sent. */
export const queuedPhoto = (key: string, more: Partial<QueuedPhoto> = {}): QueuedPhoto => ({
  key,
  userSid: "me",
  slug: "spring",
  eventName: "Spring",
  area: null,
  name: `${key}.jpg`,
  takenAtMs: 0,
  sizeBytes: 1,
  sha256: "f0",
  state: "waiting",
  leavesAtMs: 0,
  message: null,
  imageSid: null,
  ...more,
});
