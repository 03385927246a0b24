import { type TRPCClient, createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { type TRPCOptionsProxy, createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@precount/server";
import { confirmLink } from "./confirm-link.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { queryClient } from "./query-client.ts";
import { signInAgainLink } from "./sign-in-again-link.ts";
import { idleHeader } from "../session/idle.ts";
import { storedSessionId } from "../session/storage.ts";

function sessionHeader(): Record<string, string> {
  const id = storedSessionId();
  return id ? { "x-session-id": id, ...idleHeader() } : {};
}

/** The slowest queries of large events take a few seconds. */
const fetchInTime = limitedFetch(60_000);

/** Options for a call that must not delay others: a batch is answered only when its slowest call is done. */
export const UNBATCHED = { context: { isUnbatched: true } } as const;

export const client: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [
    signInAgainLink,
    confirmLink,
    splitLink({
      condition: ({ context }) => context["isUnbatched"] === true,
      true: httpLink({ url: "/trpc", headers: sessionHeader, fetch: fetchInTime }),
      false: httpBatchLink({ url: "/trpc", headers: sessionHeader, fetch: fetchInTime }),
    }),
  ],
});

export const trpc: TRPCOptionsProxy<AppRouter> = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** The procedures' outputs as received: an optional field is missing, never `undefined`. */
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;
