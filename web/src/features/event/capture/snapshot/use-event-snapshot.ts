import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorCode } from "../../../../shared/api/errors.ts";
import { storeCapture, storedCapture } from "../../../../shared/session/storage.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { type EventSnapshot, toEventSnapshot, parseEventSnapshot } from "./event-snapshot.ts";

const GONE: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST"]);

/** What the server refused is said; that it cannot be reached, or is only starting, is no reason not to take photos. */
const throwOnError = (error: unknown): boolean => GONE.has(errorCode(error) ?? "");

/** As the server says it, else as this device last heard it; null while nothing is known. */
export function useEventSnapshot(slug: string): { facts: EventSnapshot | null; isAsking: boolean } {
  const [kept] = useState(() => parseEventSnapshot(storedCapture(slug)));
  // Whatever else is on the page knows then, too, who is signed in.
  const known = kept && { initialData: kept.user, initialDataUpdatedAt: 0 };
  const user = useQuery(trpc.user.getAuthUser.queryOptions(undefined, { staleTime: 300_000, throwOnError, ...known }));
  const event = useQuery(trpc.project.getProject.queryOptions({ slug }, { throwOnError }));
  const areas = useQuery(trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }, { throwOnError }));
  const heard = user.data && event.data && areas.data ? toEventSnapshot(user.data, event.data, areas.data) : null;
  const text = heard && JSON.stringify(heard);
  useEffect(() => {
    if (text !== null) storeCapture(slug, text);
  }, [slug, text]);
  const isAsking = [user, event, areas].some(({ fetchStatus }) => fetchStatus === "fetching");
  return { facts: heard ?? kept, isAsking };
}
