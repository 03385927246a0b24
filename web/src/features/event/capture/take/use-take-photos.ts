import { readableFileName } from "@precount/domain";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useStableCallback } from "../../../../shared/react/use-stable-callback.ts";
import type { PhotoQueue } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import { type NewPhoto, type PhotoSubject, UNDO_MS, photoFromCamera, photoFromFile } from "./make-photo.ts";
import { type PhotoCard, addCard, needsDecision, openCards, removedUrls } from "./photo-cards.ts";

export type TakePhotos = {
  /** The card that the screen shows; the next one follows when it is closed. */
  card: PhotoCard | null;
  /** Whether a photo is being taken, or waits for the person's decision. */
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
  const { runInOrder, isRunning } = useSerialExecution();
  const { shown, hasUndecidedPhoto, add, close } = usePhotoCards(queue);

  const save = async (url: string, made: NewPhoto): Promise<PhotoCard> => {
    try {
      await queue.add(made.photo, made.bytes, made.thumb);
      const { photo, stickers } = made;
      return photo.state === "waiting" ? { is: "saved", url, photo, stickers } : { is: "asked", url, photo };
    } catch {
      return { is: "unsaved", url, unsaved: made, reason: NO_SPACE };
    }
  };

  const take = (capture: () => Promise<Blob>): Promise<void> =>
    runInOrder(async () => {
      const takenAt = new Date();
      try {
        const picture = await capture();
        const url = URL.createObjectURL(picture);
        add({ is: "checking", url });
        add(await save(url, await photoFromCamera(picture, subject, takenAt)));
      } catch (error) {
        add({ is: "failed", reason: messageOf(error) });
      }
    });

  const addFiles = (files: readonly File[]): Promise<void> =>
    runInOrder(async () => {
      for (const file of files) {
        // In their order, with one photo in memory at a time.
        // oxlint-disable-next-line no-await-in-loop
        const made = await photoFromFile(file, subject).catch(() => null);
        if (made === null)
          add({ is: "failed", reason: `${readableFileName(file.name)} cannot be read from this device.` });
        // oxlint-disable-next-line no-await-in-loop
        else add(await save(URL.createObjectURL(made.bytes), made));
      }
    });

  return {
    card: shown,
    isBusy: isRunning || hasUndecidedPhoto,
    take,
    addFiles,
    decide: async (isUsed) => {
      if (shown?.is !== "asked") return;
      const { key } = shown.photo;
      if (isUsed) await queue.change(key, { type: "use", nowMs: Date.now() });
      else await queue.remove(key);
      close(shown);
    },
    undo: async () => {
      if (shown?.is !== "saved") return;
      const isRemoved = await queue.remove(shown.photo.key);
      close(shown);
      if (!isRemoved) add({ is: "failed", reason: "The photo is already sent. Reject it in the review." });
    },
    saveAgain: async () => {
      if (shown?.is === "unsaved") close(shown, await save(shown.url, shown.unsaved));
    },
    dismiss: () => {
      if (shown) close(shown);
    },
  };
}

/** Runs actions in the order of their calls. An action must not throw. */
function useSerialExecution(): { runInOrder: (act: () => Promise<void>) => Promise<void>; isRunning: boolean } {
  const [runningCount, setRunningCount] = useState(0);
  const previous = useRef(Promise.resolve());
  const runInOrder = (act: () => Promise<void>): Promise<void> => {
    setRunningCount((count) => count + 1);
    previous.current = previous.current.then(act).then(() => setRunningCount((count) => count - 1));
    return previous.current;
  };
  return { runInOrder, isRunning: runningCount > 0 };
}

type Cards = {
  /** The card that the screen shows. */
  shown: PhotoCard | null;
  /** Whether the person must decide about a photo, shown or not. */
  hasUndecidedPhoto: boolean;
  add: (added: PhotoCard) => void;
  /** Removes a card, and shows the next one or `next`. */
  close: (card: PhotoCard, next?: PhotoCard) => void;
};

/** The cards of the photos just taken. Hides a good or failed one after a while, and revokes the URLs of closed ones. */
function usePhotoCards(queue: PhotoQueue): Cards {
  // The cards at once, for actions that run before the next render.
  const latest = useRef<readonly PhotoCard[]>([]);
  const [cards, setCards] = useState<readonly PhotoCard[]>([]);
  const { photos } = useSyncExternalStore(queue.subscribe, queue.view);
  const change = useStableCallback((toNext: (before: readonly PhotoCard[]) => readonly PhotoCard[]): void => {
    const before = latest.current;
    latest.current = toNext(openCards(before, queue.view().photos));
    for (const url of removedUrls(before, latest.current)) URL.revokeObjectURL(url);
    setCards(latest.current);
  });
  const open = openCards(cards, photos);
  const [shown = null] = open;
  useEffect(() => {
    if (shown?.is !== "saved" && shown?.is !== "failed") return undefined;
    const timer = setTimeout(() => change((before) => before.filter((card) => card !== shown)), UNDO_MS);
    return () => clearTimeout(timer);
  }, [shown, change]);
  return {
    shown,
    hasUndecidedPhoto: open.some(needsDecision),
    add: (added) => change((before) => addCard(before, added)),
    close: (closed, next) =>
      change((before) => {
        const others = before.filter((card) => card !== closed);
        return next ? [next, ...others] : others;
      }),
  };
}
