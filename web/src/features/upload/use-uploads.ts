import { MAX_PHOTO_BYTES, formatSize } from "@precount/domain";
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import { type SendOutcome, sendPhoto } from "./send-photo.ts";
import { EMPTY_QUEUE, type UploadEvent, type UploadQueue, reduceUploads, toStart } from "./upload-queue.ts";

type Uploads = { queue: UploadQueue; dispatch: Dispatch<UploadEvent>; add: (files: readonly File[]) => void };

/** Sends what is dropped, a few at a time; leaving the page ends what is on its way. */
export function useUploads(slug: string, area: number | null): Uploads {
  const [queue, dispatch] = useReducer(reduceUploads, EMPTY_QUEUE);
  /** The files by upload id, and how to stop those on their way: neither belongs in a pure state. */
  const files = useRef(new Map<number, File>());
  const aborts = useRef(new Map<number, () => void>());
  const nextId = useRef(EMPTY_QUEUE.nextId);

  const settle = useCallback(async (id: number, outcome: Promise<SendOutcome>) => {
    const sent = await outcome;
    aborts.current.delete(id);
    dispatch(
      sent.ok ? { type: "succeed", id, isDuplicate: sent.isDuplicate } : { type: "fail", id, error: sent.error },
    );
  }, []);

  useEffect(() => {
    for (const { id } of toStart(queue)) {
      const file = files.current.get(id);
      if (!file || aborts.current.has(id)) continue;
      const { outcome, abort } = sendPhoto({ slug, area }, file, (sentBytes) =>
        dispatch({ type: "progress", id, sentBytes }),
      );
      aborts.current.set(id, abort);
      dispatch({ type: "start", id });
      void settle(id, outcome);
    }
    // Cancelled while on its way: the state says so first, and the request follows.
    for (const { id, status } of queue.uploads) if (status === "cancelled") aborts.current.get(id)?.();
  }, [queue, slug, area, settle]);

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort();
    };
  }, []);

  return {
    queue,
    dispatch,
    add: (added) => {
      for (const file of added) files.current.set(nextId.current++, file);
      dispatch({
        type: "add",
        files: added.map(({ name, size }) => ({ name, sizeBytes: size, error: tooLarge(size) })),
      });
    },
  };
}

/** The server decides what a photo is; only what it can never take does not leave at all. */
const tooLarge = (sizeBytes: number): string | null =>
  sizeBytes > MAX_PHOTO_BYTES
    ? `The file is larger than ${formatSize(MAX_PHOTO_BYTES)} (${formatSize(sizeBytes)}).`
    : null;
