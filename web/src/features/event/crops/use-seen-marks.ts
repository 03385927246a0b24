import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { countOf } from "./count-of.ts";
import type { WallItem } from "./wall-items.ts";

/** The server takes this many stickers in one call. */
const MAX_STICKERS = 2000;
const NOTICE_MS = 10_000;

type SetSeen = (ids: ReadonlySet<string>, isSeen: boolean) => void;

/** Marks stickers as seen by the user. The marks show at once, and are taken back if the server refuses them. */
export function useSeenMarks(slug: string, setSeen: SetSeen): (items: readonly WallItem[]) => void {
  const { mutateAsync } = useMutation(trpc.crop.markStickers.mutationOptions());
  const mark = async (items: readonly WallItem[], isSeen: boolean): Promise<boolean> => {
    const ids = new Set(items.map(({ id }) => id));
    setSeen(ids, isSeen);
    try {
      for (let from = 0; from < items.length; from += MAX_STICKERS) {
        const stickers = items.slice(from, from + MAX_STICKERS).map(({ image, position, code, quantity }) => ({
          detectionSid: image.detection.sid,
          position,
          code,
          quantity,
        }));
        await mutateAsync({ project: { slug }, stickers, isSeen });
      }
      return true;
    } catch {
      // The mutation has shown the error.
      setSeen(ids, !isSeen);
      return false;
    }
  };
  const markAll = async (items: readonly WallItem[]): Promise<void> => {
    const unseen = items.filter(({ isSeen }) => !isSeen);
    if (unseen.length === 0) return;
    if (!(await mark(unseen, true))) return;
    const action = { label: "Undo", run: () => void mark(unseen, false) };
    const text = `${countOf(unseen.length)} marked as seen.`;
    feedback.notice("success", text, null, NOTICE_MS, { key: "crops", action });
  };
  return (items) => void markAll(items);
}
