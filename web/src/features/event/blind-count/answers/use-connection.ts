import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import type { Connection } from "../../../../shared/durable-queue/queue-types.ts";
import type { AnswerQueue } from "./answer-queue.ts";

/**
 * Whether answers reach the server. When it refuses an answer's session, the user is read again: if the session has ended, the query
 * client leads to /logout (spec §8), which names the answers that wait. Another tab may also have signed in as another user.
 */
export function useConnection(queue: AnswerQueue): Connection {
  const queryClient = useQueryClient();
  const connection = useSyncExternalStore(queue.subscribe, () => queue.connection);
  useEffect(() => {
    if (connection === "signed-out") void queryClient.invalidateQueries(trpc.user.getAuthUser.pathFilter());
  }, [connection, queryClient]);
  return connection;
}
