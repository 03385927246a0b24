import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorCode } from "../../../../shared/api/errors.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { storeCapture, storedCapture } from "../../../../shared/session/storage.ts";
import { type EventSnapshot, parseEventSnapshot, toEventSnapshot } from "./event-snapshot.ts";

const REFUSED: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST"]);

/** Shows an error only if the server refuses; photos can be taken while it is unreachable or starting. */
const throwOnError = (error: unknown): boolean => REFUSED.has(errorCode(error) ?? "");

/** The event as the server has it, or else as this device last stored it; null if neither is available. */
export function useEventSnapshot(slug: string): { snapshot: EventSnapshot | null; isFetching: boolean } {
  const [stored] = useState(() => parseEventSnapshot(storedCapture(slug)));
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
  return { snapshot: fetched ?? stored, isFetching };
}
