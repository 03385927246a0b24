import { createContext, useContext, useSyncExternalStore } from "react";
import { queryClient } from "../../../../shared/api/query-client.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import type { DetectionAnswer } from "./deliver-edit.ts";
import { SaveQueue } from "./save-queue.ts";
import type { DetectionRef } from "./work-store.ts";

const outboxes = new Map<string, SaveQueue>();

/** One for each person in the page's lifetime. */
export function saveQueueFor(userSid: string): SaveQueue {
  const outbox = outboxes.get(userSid) ?? new SaveQueue(userSid, showAnswer);
  outboxes.set(userSid, outbox);
  return outbox;
}

/** Puts an answer of the server into the image that is shown; an older one than is there already is no news. */
function showAnswer({ slug, imageSid }: DetectionRef, detection: DetectionAnswer): void {
  queryClient.setQueryData(
    trpc.image.getProjectImage.queryKey({ projectSlug: slug, imageSid }),
    (image) =>
      image && {
        ...image,
        detections: image.detections.map((other) =>
          other.sid === detection.sid && other.revision <= detection.revision ? detection : other,
        ),
      },
  );
}

export const SaveQueueContext = createContext<SaveQueue | null>(null);

export function useSaveQueue(): SaveQueue {
  const outbox = useContext(SaveQueueContext);
  if (!outbox) throw new Error("useOutbox needs the private layout's OutboxProvider");
  return outbox;
}

/** Draws again when what `read` gives is another; it must be the same object while nothing changes. */
export function useSaveQueueValue<T>(read: (outbox: SaveQueue) => T): T {
  const outbox = useSaveQueue();
  return useSyncExternalStore(outbox.subscribe, () => read(outbox));
}
