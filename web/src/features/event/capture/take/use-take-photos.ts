import { useCallback, useEffect, useRef, useState } from "react";
import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import type { PhotoQueue } from "../../../../shared/uploads/photo-queue/photo-queue.ts";
import { type MadePhoto, type PhotoSubject, UNDO_MS, photoFromFile, photoFromCamera } from "./make-photo.ts";

/** What was taken last, as the screen shows it. */
export type LastPhoto =
  /** Frozen, while it is looked at. */
  | { is: "looking"; url: string }
  /** It counts; so long it is shown it can be taken back. */
  | { is: "kept"; url: string; photo: QueuedPhoto; stickers: number | null }
  /** It is doubted, and its person is asked. */
  | { is: "asked"; url: string; photo: QueuedPhoto }
  /** It is nowhere but on this page: the disk is full. */
  | { is: "homeless"; url: string; made: MadePhoto; why: string }
  | { is: "failed"; why: string };

export type TakePhotos = {
  shot: LastPhoto | null;
  isBusy: boolean;
  shoot: (camera: () => Promise<Blob>) => Promise<void>;
  addFiles: (files: readonly File[]) => Promise<void>;
  /** A doubtful one: it counts, or it is taken again. */
  decide: (doesCount: boolean) => Promise<void>;
  undo: () => Promise<void>;
  /** One that the disk had no room for is kept after all. */
  keepAgain: () => Promise<void>;
  dismiss: () => void;
};

const NO_ROOM = "This device has no room for the photo. Free some space and keep it then, or save it elsewhere.";
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes photos one after the other: each is whole on the device's disk before the next one is. */
export function useTakePhotos(outbox: PhotoQueue, subject: PhotoSubject): TakePhotos {
  const [shot, setShot] = useState<LastPhoto | null>(null);
  const [inHand, setInHand] = useState(0);
  const turn = useRef(Promise.resolve());
  const show = useShown(shot, setShot);

  const keep = useCallback(
    async (url: string, made: MadePhoto) => {
      try {
        await outbox.add(made.photo, made.bytes, made.thumb);
        const { photo, stickers } = made;
        show(photo.state === "waiting" ? { is: "kept", url, photo, stickers } : { is: "asked", url, photo });
      } catch {
        show({ is: "homeless", url, made, why: NO_ROOM });
      }
    },
    [outbox, show],
  );

  /** One after the other, and none forgotten, whatever is tapped meanwhile. `act` throws nothing. */
  const inTurn = useCallback((act: () => Promise<void>): Promise<void> => {
    setInHand((now) => now + 1);
    turn.current = turn.current.then(act).then(() => setInHand((now) => now - 1));
    return turn.current;
  }, []);

  const shoot = (camera: () => Promise<Blob>): Promise<void> =>
    inTurn(async () => {
      const takenAt = new Date();
      try {
        const picture = await camera();
        const url = URL.createObjectURL(picture);
        show({ is: "looking", url });
        await keep(url, await photoFromCamera(picture, subject, takenAt));
      } catch (error) {
        show({ is: "failed", why: wordsOf(error) });
      }
    });

  const addFiles = (files: readonly File[]): Promise<void> =>
    inTurn(async () => {
      for (const file of files) {
        // In their order, and one picture in memory at a time.
        // oxlint-disable-next-line no-await-in-loop
        const made = await photoFromFile(file, subject).catch(() => null);
        if (made === null) show({ is: "failed", why: `${file.name} cannot be read from this device.` });
        // oxlint-disable-next-line no-await-in-loop
        else await keep(URL.createObjectURL(made.bytes), made);
      }
    });

  return {
    shot,
    isBusy: inHand > 0,
    shoot,
    addFiles,
    decide: async (doesCount) => {
      if (shot?.is !== "asked") return;
      const { key } = shot.photo;
      if (doesCount) await outbox.say(key, { type: "use", nowMs: Date.now() });
      else await outbox.remove(key);
      show(null);
    },
    undo: async () => {
      if (shot?.is !== "kept") return;
      const isGone = await outbox.remove(shot.photo.key);
      show(isGone ? null : { is: "failed", why: "It has been sent already. Reject it in the review." });
    },
    keepAgain: async () => {
      if (shot?.is === "homeless") await keep(shot.url, shot.made);
    },
    dismiss: () => show(null),
  };
}

/** Shows one at a time, lets go of its picture when it is gone, and of a good one after a moment by itself. */
function useShown(shot: LastPhoto | null, setShot: (shot: LastPhoto | null) => void): (shot: LastPhoto | null) => void {
  const url = useRef<string | null>(null);
  useEffect(() => {
    if (shot?.is !== "kept" && shot?.is !== "failed") return undefined;
    const timer = setTimeout(() => setShot(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [shot, setShot]);
  return useCallback(
    (next) => {
      const nextUrl = next && "url" in next ? next.url : null;
      if (url.current !== null && url.current !== nextUrl) URL.revokeObjectURL(url.current);
      url.current = nextUrl;
      setShot(next);
    },
    [setShot],
  );
}
