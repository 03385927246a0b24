import type { AuthUser } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { trpc } from "../api/trpc.ts";

export const AUTH_USER_CACHE_OPTIONS = { staleTime: 5 * 60_000 };

/** The signed-in user. Use it under the private layout, which suspends until the user is loaded. */
export function useAuthUser(): AuthUser {
  return useSuspenseQuery(trpc.user.getAuthUser.queryOptions(undefined, AUTH_USER_CACHE_OPTIONS)).data;
}
