import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { errorCode } from "../../api/errors.ts";
import { client, trpc } from "../../api/trpc.ts";
import { storedSessionId } from "../../session/storage.ts";
import { deliverPhoto } from "./deliver-photo.ts";
import { PhotoQueue, type PhotoQueueView } from "./photo-queue.ts";
import { openPhotoStore } from "./photo-store.ts";

const queues = new Map<string, PhotoQueue>();

/** One for each person in the page's lifetime. */
function photoQueueFor(userSid: string, queryClient: QueryClient): PhotoQueue {
  const known = queues.get(userSid);
  if (known) return known;
  const queue = new PhotoQueue(userSid, {
    store: openPhotoStore(userSid),
    deliver: deliverPhoto,
    isSessionOwn: sessionCheck(userSid),
    onSent: () => void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() }),
  });
  queues.set(userSid, queue);
  return queue;
}

/** Asks the server once per session which user it belongs to. */
function sessionCheck(userSid: string): () => Promise<boolean | null> {
  let checked: { session: string; isOwn: boolean } | null = null;
  return async () => {
    const session = storedSessionId();
    if (session === null) return false;
    if (!navigator.onLine) return null;
    if (checked?.session === session) return checked.isOwn;
    try {
      const user = await client.user.getAuthUser.query();
      checked = { session, isOwn: user.sid === userSid };
      return checked.isOwn;
    } catch (error) {
      return errorCode(error) === "UNAUTHORIZED" ? false : null;
    }
  };
}

/** Sends this person's photos while mounted. */
export function usePhotoQueue(userSid: string): { queue: PhotoQueue; view: PhotoQueueView } {
  const queue = photoQueueFor(userSid, useQueryClient());
  useEffect(() => queue.open(), [queue]);
  return { queue, view: useSyncExternalStore(queue.subscribe, queue.view) };
}
