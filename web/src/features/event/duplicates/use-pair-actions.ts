import type { PairStatus } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";

export type PairActions = {
  decide: (pairs: readonly string[], status: PairStatus) => void;
  search: () => void;
  isDeciding: boolean;
  isSearching: boolean;
};

const NOTICE_MS = 8000;
const describe = (count: number): string => (count === 1 ? "1 pair" : `${count} pairs`);
const DONE: Readonly<Record<PairStatus, string>> = {
  same: "counted as one sticker.",
  two: "counted as two stickers.",
  suspected: "to be decided again.",
};

/** Decides about pairs, with an undo, and searches again. */
export function usePairActions(slug: string): PairActions {
  const queryClient = useQueryClient();
  const project = { slug };
  // A decision lasts until the list is fetched again: a key for the next pair must not change the decided one, which is still shown.
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: trpc.duplicate.pathKey() });
  const undo = useMutation(
    trpc.duplicate.decidePairs.mutationOptions({ onSettled: refresh, onSuccess: () => feedback.success("Undone.") }),
  );
  const deciding = useMutation(
    trpc.duplicate.decidePairs.mutationOptions({
      onSettled: refresh,
      onSuccess: (decided, { status }) => {
        // All pairs of one call were on the same list.
        const before = decided[0]?.before ?? "suspected";
        const pairs = decided.map(({ sid }) => sid);
        const action = { label: "Undo", run: () => undo.mutate({ project, pairs, status: before }) };
        feedback.notice("success", `${describe(pairs.length)} ${DONE[status]}`, null, NOTICE_MS, {
          key: "duplicates",
          action,
        });
      },
    }),
  );
  const searching = useMutation(
    trpc.duplicate.searchDuplicates.mutationOptions({
      onSuccess: ({ images }) =>
        feedback.success(`Searching ${images === 1 ? "1 photo" : `${images} photos`}. New pairs appear here.`),
    }),
  );
  return {
    decide: (pairs, status) => deciding.mutate({ project, pairs: [...pairs], status }),
    search: () => searching.mutate(project),
    isDeciding: deciding.isPending || undo.isPending,
    isSearching: searching.isPending,
  };
}
