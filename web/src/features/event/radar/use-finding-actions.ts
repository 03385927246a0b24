import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../shared/api/trpc.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";

export type FindingActions = {
  accept: (keys: readonly string[], reason: string) => void;
  reopen: (keys: readonly string[]) => void;
  isRunning: boolean;
};

const describe = (count: number): string => (count === 1 ? "1 finding" : `${count} findings`);

/** Accepts and reopens findings. `onDone` is called when the server has. */
export function useFindingActions(slug: string, onDone: () => void): FindingActions {
  const queryClient = useQueryClient();
  const refresh = (): void => {
    onDone();
    void queryClient.invalidateQueries({ queryKey: trpc.radar.pathKey() });
  };
  const reopening = useMutation(
    trpc.radar.reopenFindings.mutationOptions({
      onSuccess: ({ keys }) => {
        feedback.success(`${describe(keys.length)} reopened.`);
        refresh();
      },
    }),
  );
  const reopen = (keys: readonly string[]): void => reopening.mutate({ project: { slug }, keys: [...keys] });
  const accepting = useMutation(
    trpc.radar.acceptFindings.mutationOptions({
      onSuccess: ({ keys }) => {
        const action = keys.length > 0 ? { label: "Undo", run: () => reopen(keys) } : null;
        feedback.notice("success", `${describe(keys.length)} accepted.`, null, NOTICE_MS, { key: "radar", action });
        refresh();
      },
    }),
  );
  // Two clicks would accept twice: the dialog stays open until the server has answered.
  const accept = useMutateOnce(accepting);
  return {
    accept: (keys, reason) => accept({ project: { slug }, keys: [...keys], reason }),
    reopen,
    isRunning: accepting.isPending || reopening.isPending,
  };
}

const NOTICE_MS = 8000;
