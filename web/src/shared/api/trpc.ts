import { type TRPCClient, createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { type TRPCOptionsProxy, createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@precount/server";
import { queryClient } from "./query-client.ts";
import { storedSessionId } from "../session/storage.ts";

function headersOf(context: Record<string, unknown>): Record<string, string> {
  // Logging out names the session it ends: by the time the call leaves, storage is already cleared.
  const named = context["sessionId"];
  const id = typeof named === "string" ? named : storedSessionId();
  return id ? { "x-session-id": id } : {};
}

/** Context of a call that others must not wait for: a batch is answered when its slowest call is. */
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

/** Answers as they travel: an optional field is there or not, never `undefined`. */
export type Answers = inferRouterOutputs<AppRouter>;

/** Ends the session of that id; a session that is already gone is no error. */
export async function endSession(sessionId: string): Promise<void> {
  await client.user.logout.mutate(undefined, { context: { sessionId } }).catch(() => undefined);
}
