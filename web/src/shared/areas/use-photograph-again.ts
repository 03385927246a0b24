import { formatAreaRanges } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RouterOutputs, trpc } from "../api/trpc.ts";
import { feedback } from "../feedback/feedback.ts";

type Result = RouterOutputs["area"]["photographAgain"];

export type PhotographAgain = {
  isPending: boolean;
  request: (areaSids: readonly string[], reason: string) => void;
};

/**
 * Requests new photos of areas: their photos are rejected with the reason (PD-97). The notice about it offers Undo.
 * @param onDone called when an area was changed
 */
export function usePhotographAgain(slug: string, onDone: () => void): PhotographAgain {
  const queryClient = useQueryClient();
  const refresh = (): void => {
    for (const { pathKey } of [trpc.variance, trpc.area, trpc.radar]) {
      void queryClient.invalidateQueries({ queryKey: pathKey() });
    }
  };
  const recover = useMutation(
    trpc.image.recoverImages.mutationOptions({
      onSuccess: ({ refused }) => {
        refresh();
        const [first] = refused;
        if (first === undefined) feedback.success("The first photos count again.");
        else feedback.warning(`Not everything could be undone. ${first.name ?? "A photo"}: ${first.reason}`);
      },
    }),
  );
  const mutation = useMutation(
    trpc.area.photographAgain.mutationOptions({
      onSuccess: (result) => {
        refresh();
        // If every area was refused, the dialog keeps the typed reason.
        if (result.areas.length > 0) onDone();
        const images = result.images.map(({ sid, statusDate }) => ({ sid, statusDate }));
        announce(result, () => recover.mutate({ images }));
      },
    }),
  );
  return {
    isPending: mutation.isPending,
    request: (areaSids, reason) => mutation.mutate({ project: { slug }, areas: [...areaSids], reason }),
  };
}

/** Undo stays available for this long. */
const NOTICE_MS = 20_000;

function announce({ areas, refused }: Result, onUndo: () => void): void {
  const numbers = formatAreaRanges(areas.map(Number));
  const text = refused.length === 0 ? null : refused.map(({ name, reason }) => `Area ${name}: ${reason}`).join(" ");
  if (areas.length === 0) {
    feedback.notice("warning", "No area was changed", text, NOTICE_MS);
    return;
  }
  const title = `${areas.length === 1 ? "Area" : "Areas"} ${numbers} to be photographed again`;
  feedback.notice("success", title, text, NOTICE_MS, { action: { label: "Undo", run: onUndo } });
}
