import { MESSAGES } from "@precount/domain";
import { createContext, useContext, useSyncExternalStore } from "react";
import { queryClient } from "../../../../shared/api/query-client.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { DetectionAnswer } from "./deliver-edit.ts";
import { SaveQueue } from "./save-queue.ts";
import type { DetectionRef } from "./work-store.ts";

const queues = new Map<string, SaveQueue>();

/** One for each person in the page's lifetime. */
export function saveQueueFor(userSid: string): SaveQueue {
  const queue = queues.get(userSid) ?? new SaveQueue(userSid, { onAnswer: showAnswer, onRefusal: showRefusal });
  queues.set(userSid, queue);
  return queue;
}

/** Puts the server's answer into the cached image, unless a later revision is there already. */
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

/** The specification shows a failed creation in an error notification; its title is fixed (spec §8). */
const showRefusal = (message: string): void =>
  feedback.notice("error", MESSAGES.errorTitle, message, REFUSAL_NOTICE_MS, { key: "refused-edit" });
const REFUSAL_NOTICE_MS = 10_000;

export const SaveQueueContext = createContext<SaveQueue | null>(null);

export function useSaveQueue(): SaveQueue {
  const queue = useContext(SaveQueueContext);
  if (!queue) throw new Error("useSaveQueue needs the private layout's SaveQueueProvider");
  return queue;
}

/** Renders again when the value that `read` returns changes; it must be the same object while nothing changes. */
export function useSaveQueueValue<T>(read: (queue: SaveQueue) => T): T {
  const queue = useSaveQueue();
  return useSyncExternalStore(queue.subscribe, () => read(queue));
}
