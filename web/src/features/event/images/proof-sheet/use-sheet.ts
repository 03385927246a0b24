import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { toImages, toReview } from "../../../../shared/images/event-section.ts";
import { type EventOrder, nextSheet, nextToReview, storedImageList } from "../../../../shared/images/image-list.ts";
import { ORDER_OPTIONS } from "../../../../shared/images/order-options.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import type { BulkRequest } from "../bulk/undo.ts";

type Approved = Extract<BulkRequest, { verb: "validate" | "reject" | "recover" }>["images"];
type Sheet = {
  /** The photos of the sheet. They stay until the sheet is approved, even when other users approve some of them. Null at first. */
  sids: readonly string[] | null;
  /** Approves the photos and goes on at once: to the next sheet, the next photo to review, or the list. */
  approve: (images: Approved) => void;
  /** Opens a photo for review. */
  open: (sid: string) => void;
};

/** The photos of the current proof sheet, and the actions on it. @param after the photo after which it begins; null for all */
export function useSheet(slug: string, after: string | null): Sheet {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const input = trpc.image.listProjectImageSids.queryOptions({ slug }, ORDER_OPTIONS);
  const { data } = useQuery(input);
  const [sids, setSids] = useState<readonly string[] | null>(null);
  const bulk = useBulk(() => undefined);
  const isEmpty = sids?.length === 0;
  if (data && (sids === null || isEmpty)) {
    const next = nextSheet(storedImageList(slug), data, after);
    if (!isEmpty || next.length > 0) setSids(next);
  }
  // An empty sheet fills as photos arrive. Values that the user is comparing do not change.
  useLiveEvent(slug, isEmpty ? [input.queryKey] : []);
  const open = (sid: string): void => void navigate({ ...toReview(slug, sid), replace: true });
  const goOn = (order: EventOrder, last: string): void => {
    const stored = storedImageList(slug);
    const next = nextSheet(stored, order, after === null ? null : last);
    if (next.length > 0) return setSids(next);
    const photo = nextToReview(stored, order, last);
    if (photo !== null) return open(photo);
    feedback.success("No other photo to review.");
    return void navigate({ ...toImages("eventImages", slug), replace: true });
  };
  return {
    sids,
    open,
    approve: (images) => {
      bulk.run({ verb: "validate", images });
      if (!data) return;
      const done = new Set(images.map(({ sid }) => sid));
      const rest = (list: readonly string[]): string[] => list.filter((sid) => !done.has(sid));
      const order = { ...data, open: rest(data.open), sure: rest(data.sure) };
      queryClient.setQueryData(input.queryKey, order);
      goOn(order, images.at(-1)?.sid ?? "");
    },
  };
}
