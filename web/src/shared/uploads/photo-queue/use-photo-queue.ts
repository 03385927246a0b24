import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { errorCode } from "../../api/errors.ts";
import { storedSessionId } from "../../session/storage.ts";
import { client, trpc } from "../../api/trpc.ts";
import { type PhotoQueueView, PhotoQueue } from "./photo-queue.ts";
import { openPhotoStore } from "./photo-store.ts";
import { deliverPhoto } from "./deliver-photo.ts";

const outboxes = new Map<string, PhotoQueue>();

/** One for each person in the page's lifetime. */
function photoQueueFor(userSid: string, queryClient: QueryClient): PhotoQueue {
  const known = outboxes.get(userSid);
  if (known) return known;
  const outbox = new PhotoQueue(userSid, {
    store: openPhotoStore(),
    send: deliverPhoto,
    isTheirs: sessionCheck(userSid),
    onSent: () => void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() }),
  });
  outboxes.set(userSid, outbox);
  return outbox;
}

/** Asks the server once for each session whose it is. */
function sessionCheck(userSid: string): () => Promise<boolean | null> {
  let known: { session: string; isTheirs: boolean } | null = null;
  return async () => {
    const session = storedSessionId();
    if (session === null) return false;
    if (!navigator.onLine) return null;
    if (known?.session === session) return known.isTheirs;
    try {
      const user = await client.user.getAuthUser.query();
      known = { session, isTheirs: user.sid === userSid };
      return known.isTheirs;
    } catch (error) {
      return errorCode(error) === "UNAUTHORIZED" ? false : null;
    }
  };
}

/** While mounted, this person's photos are sent. */
export function usePhotoQueue(userSid: string): { outbox: PhotoQueue; view: PhotoQueueView } {
  const outbox = photoQueueFor(userSid, useQueryClient());
  useEffect(() => outbox.open(), [outbox]);
  return { outbox, view: useSyncExternalStore(outbox.subscribe, outbox.view) };
}
