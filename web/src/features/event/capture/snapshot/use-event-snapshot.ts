import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { storeCapture, storedCapture } from "../../../../shared/session/storage.ts";
import { type EventSnapshot, parseEventSnapshot, toEventSnapshot } from "./event-snapshot.ts";

const REFUSED: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST"]);

const isRefused = (error: unknown): boolean => REFUSED.has(errorCode(error) ?? "");

type EventForCapture = {
  /** The event as the server has it, or else as this device last stored it; null if neither is available. */
  snapshot: EventSnapshot | null;
  /** Why the server no longer shows an event that this device has stored; null when it does, or is unreachable. */
  refusal: string | null;
  isFetching: boolean;
};

export function useEventSnapshot(slug: string): EventForCapture {
  const [stored] = useState(() => parseEventSnapshot(storedCapture(slug)));
  // Photos can be taken while the server is unreachable or starting. A refusal replaces the screen only if this device has no
  // snapshot: otherwise the screen has to stay, because it shows the photos that exist only on this device.
  const throwOnError = (error: unknown): boolean => storedCapture(slug) === null && isRefused(error);
  // Gives the rest of the page the signed-in user before the server answers.
  const initialUser = stored && { initialData: stored.user, initialDataUpdatedAt: 0 };
  const user = useQuery(
    trpc.user.getAuthUser.queryOptions(undefined, { staleTime: 300_000, throwOnError, ...initialUser }),
  );
  const event = useQuery(trpc.project.getProject.queryOptions({ slug }, { throwOnError }));
  const areas = useQuery(trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }, { throwOnError }));
  const fetched = user.data && event.data && areas.data ? toEventSnapshot(user.data, event.data, areas.data) : null;
  const text = fetched && JSON.stringify(fetched);
  useEffect(() => {
    if (text !== null) storeCapture(slug, text);
  }, [slug, text]);
  const isFetching = [user, event, areas].some(({ fetchStatus }) => fetchStatus === "fetching");
  const refused = [event, areas].find(({ error }) => isRefused(error));
  return { snapshot: fetched ?? stored, refusal: refused ? errorMessage(refused.error) : null, isFetching };
}
