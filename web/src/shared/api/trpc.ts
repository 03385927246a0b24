import { type TRPCClient, createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { type TRPCOptionsProxy, createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@precount/server";
import { queryClient } from "./query-client.ts";
import { storedSessionId } from "../session/storage.ts";

function headersOf(context: Record<string, unknown>): Record<string, string> {
  // Logout passes the session id explicitly: storage is already cleared when the request leaves.
  const explicitId = context["sessionId"];
  const id = typeof explicitId === "string" ? explicitId : storedSessionId();
  return id ? { "x-session-id": id } : {};
}

/** Options for a call that must not delay others: a batch is answered only when its slowest call is done. */
export const UNBATCHED = { context: { isUnbatched: true } } as const;

export const client: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ context }) => context["isUnbatched"] === true,
      true: httpLink({ url: "/trpc", headers: ({ op }) => headersOf(op.context) }),
      false: httpBatchLink({ url: "/trpc", headers: ({ opList }) => headersOf(opList[0].context) }),
    }),
  ],
});

export const trpc: TRPCOptionsProxy<AppRouter> = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** The procedures' outputs as received: an optional field is missing, never `undefined`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Ends the session. Errors are ignored: the session may be gone already. */
export async function endSession(sessionId: string): Promise<void> {
  await client.user.logout.mutate(undefined, { context: { sessionId } }).catch(() => undefined);
}
