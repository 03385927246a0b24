import { createContext, useContext, useSyncExternalStore } from "react";
import { queryClient } from "../../../../shared/api/query-client.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import type { DetectionAnswer } from "./deliver.ts";
import { Outbox } from "./outbox.ts";
import type { Place } from "./work-store.ts";

const outboxes = new Map<string, Outbox>();

/** One for each person in the page's lifetime. */
export function outboxOf(userSid: string): Outbox {
  const outbox = outboxes.get(userSid) ?? new Outbox(userSid, showAnswer);
  outboxes.set(userSid, outbox);
  return outbox;
}

/** Puts an answer of the server into the image that is shown; an older one than is there already is no news. */
function showAnswer({ slug, imageSid }: Place, detection: DetectionAnswer): void {
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

export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error("useOutbox needs the private layout's OutboxProvider");
  return outbox;
}

/** Draws again when what `read` gives is another; it must be the same object while nothing changes. */
export function useOutboxValue<T>(read: (outbox: Outbox) => T): T {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, () => read(outbox));
}
