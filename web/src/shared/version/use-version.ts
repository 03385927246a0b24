import { useQuery } from "@tanstack/react-query";
import { type RouterOutputs, trpc } from "../api/trpc.ts";

/** The version of the server, undefined while it loads. It cannot change without a reload of the page. */
export function useVersion(): RouterOutputs["meta"]["version"] | undefined {
  return useQuery(trpc.meta.version.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY })).data;
}
