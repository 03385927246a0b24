import { useEffect, useRef, useState } from "react";
import type { PhotoQueue } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import { type NewPhoto, type PhotoSubject, UNDO_MS, photoFromCamera, photoFromFile } from "./make-photo.ts";

/** The photo that was taken last, as the screen shows it. */
export type LastPhoto =
  | { is: "checking"; url: string }
  /** In the queue. It can be undone while it is shown. */
  | { is: "saved"; url: string; photo: QueuedPhoto; stickers: number | null }
  /** In the queue, and not sent until the person decides: the check found a problem, or it is too large. */
  | { is: "asked"; url: string; photo: QueuedPhoto }
  /** Only in this page's memory: the disk is full. */
  | { is: "unsaved"; url: string; unsaved: NewPhoto; reason: string }
  | { is: "failed"; reason: string };

export type TakePhotos = {
  last: LastPhoto | null;
  isBusy: boolean;
  take: (capture: () => Promise<Blob>) => Promise<void>;
  addFiles: (files: readonly File[]) => Promise<void>;
  /** Decides about a photo with a problem: use it, or delete it. */
  decide: (isUsed: boolean) => Promise<void>;
  undo: () => Promise<void>;
  /** Tries again to save a photo that the disk had no room for. */
  saveAgain: () => Promise<void>;
  dismiss: () => void;
};

const NO_SPACE = "This device has no space for the photo. Free some space and save it again, or download it.";
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes photos one after the other: each is stored on the disk before the next one is taken. */
export function useTakePhotos(queue: PhotoQueue, subject: PhotoSubject): TakePhotos {
  const [last, setLast] = useState<LastPhoto | null>(null);
  const { runInOrder, isBusy } = useSerialExecution();
  const show = useLastPhoto(last, setLast);

  const save = async (url: string, made: NewPhoto): Promise<void> => {
    try {
      await queue.add(made.photo, made.bytes, made.thumb);
      const { photo, stickers } = made;
      show(photo.state === "waiting" ? { is: "saved", url, photo, stickers } : { is: "asked", url, photo });
    } catch {
      show({ is: "unsaved", url, unsaved: made, reason: NO_SPACE });
    }
  };

  const take = (capture: () => Promise<Blob>): Promise<void> =>
    runInOrder(async () => {
      const takenAt = new Date();
      try {
        const picture = await capture();
        const url = URL.createObjectURL(picture);
        show({ is: "checking", url });
        await save(url, await photoFromCamera(picture, subject, takenAt));
      } catch (error) {
        show({ is: "failed", reason: messageOf(error) });
      }
    });

  const addFiles = (files: readonly File[]): Promise<void> =>
    runInOrder(async () => {
      for (const file of files) {
        // In their order, with one photo in memory at a time.
        // oxlint-disable-next-line no-await-in-loop
        const made = await photoFromFile(file, subject).catch(() => null);
        if (made === null) show({ is: "failed", reason: `${file.name} cannot be read from this device.` });
        // oxlint-disable-next-line no-await-in-loop
        else await save(URL.createObjectURL(made.bytes), made);
      }
    });

  return {
    last,
    isBusy,
    take,
    addFiles,
    decide: async (isUsed) => {
      if (last?.is !== "asked") return;
      const { key } = last.photo;
      if (isUsed) await queue.change(key, { type: "use", nowMs: Date.now() });
      else await queue.remove(key);
      show(null);
    },
    undo: async () => {
      if (last?.is !== "saved") return;
      const isRemoved = await queue.remove(last.photo.key);
      show(isRemoved ? null : { is: "failed", reason: "The photo is already sent. Reject it in the review." });
    },
    saveAgain: async () => {
      if (last?.is === "unsaved") await save(last.url, last.unsaved);
    },
    dismiss: () => show(null),
  };
}

/** Runs actions in the order of their calls. An action must not throw. */
function useSerialExecution(): { runInOrder: (act: () => Promise<void>) => Promise<void>; isBusy: boolean } {
  const [runningCount, setRunningCount] = useState(0);
  const previous = useRef(Promise.resolve());
  const runInOrder = (act: () => Promise<void>): Promise<void> => {
    setRunningCount((count) => count + 1);
    previous.current = previous.current.then(act).then(() => setRunningCount((count) => count - 1));
    return previous.current;
  };
  return { runInOrder, isBusy: runningCount > 0 };
}

/** Returns the function that shows a photo. Revokes the URL of the one before, and hides a good or failed one after a while. */
function useLastPhoto(
  last: LastPhoto | null,
  setLast: (last: LastPhoto | null) => void,
): (next: LastPhoto | null) => void {
  const url = useRef<string | null>(null);
  useEffect(() => {
    if (last?.is !== "saved" && last?.is !== "failed") return undefined;
    const timer = setTimeout(() => setLast(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last, setLast]);
  return (next) => {
    const nextUrl = next && "url" in next ? next.url : null;
    if (url.current !== null && url.current !== nextUrl) URL.revokeObjectURL(url.current);
    url.current = nextUrl;
    setLast(next);
  };
}
