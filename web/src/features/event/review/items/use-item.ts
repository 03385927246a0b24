import { type Item, checkStickerCode } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../../shared/api/trpc.ts";
import { useReview } from "../session/session-context.ts";

/** The item of a code: `unlisted` if the event's list does not have it, null while unknown or without a list. */
export type FoundItem = Item | "unlisted" | null;

/** Descriptions change only with an import. */
const STALE_MS = 300_000;

/**
 * Looks up a code in the event's item list. The codes that the reader returned come with one request for the whole detection; a typed
 * code is looked up alone.
 */
export function useItem(code: string): FoundItem {
  const slug = useReview(({ project }) => project.slug);
  const itemCodes = useReview(({ detection }) => detection.itemCodes);
  const hasList = itemCodes !== null;
  const isKnown = hasList && (itemCodes.listed.includes(code) || itemCodes.unlisted.includes(code));
  const project = { slug };
  const read = useQuery(
    trpc.item.lookUpItems.queryOptions(
      { project, codes: itemCodes?.listed ?? [] },
      { enabled: hasList, staleTime: STALE_MS },
    ),
  );
  const typed = useQuery(
    trpc.item.lookUpItems.queryOptions(
      { project, codes: [code] },
      { enabled: hasList && !isKnown && checkStickerCode(code).ok, staleTime: STALE_MS },
    ),
  );
  const { data } = isKnown ? read : typed;
  if (!hasList || data === undefined || !data.hasList) return null;
  return data.items.find((item) => item.code === code) ?? "unlisted";
}
