import type { QueuedPhoto } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import type { NewPhoto } from "./make-photo.ts";

/** A photo just taken or chosen, or a message about it, as the screen shows it. */
export type PhotoCard =
  | { is: "checking"; url: string }
  /** In the queue. It can be undone while it is shown. */
  | { is: "saved"; url: string; photo: QueuedPhoto; stickers: number | null }
  /** In the queue, and not sent until the person decides: the check found a problem, or it is too large. */
  | { is: "asked"; url: string; photo: QueuedPhoto }
  /** Only in this page's memory: the disk is full. */
  | { is: "unsaved"; url: string; unsaved: NewPhoto; reason: string }
  | { is: "failed"; reason: string };

/** Whether the person must decide about the photo. */
export const needsDecision = ({ is }: PhotoCard): boolean => is === "asked" || is === "unsaved";

/** Whether the next photo must not replace the card. */
const isKept = (card: PhotoCard): boolean => needsDecision(card) || card.is === "failed";

/**
 * The cards with a new one; the first is shown. Several files can be chosen at once, so each question and each failure waits for its turn.
 * A photo without a problem is shown only if nothing waits, because it could be undone for a few seconds only.
 */
export function addCard(cards: readonly PhotoCard[], added: PhotoCard): readonly PhotoCard[] {
  // The person goes on with the camera, so messages about earlier photos are over.
  const kept = cards.filter(added.is === "checking" ? needsDecision : isKept);
  return isKept(added) || kept.length === 0 ? [...kept, added] : kept;
}

/**
 * The cards without those whose photo was decided about in the list of photos, or in another tab.
 * @param photos the queue's photos
 */
export function openCards(cards: readonly PhotoCard[], photos: readonly QueuedPhoto[]): readonly PhotoCard[] {
  const states = new Map(photos.map(({ key, state }) => [key, state]));
  return cards.filter((card) => card.is !== "asked" || states.get(card.photo.key) === card.photo.state);
}

/** The addresses of images that are no longer shown. */
export function removedUrls(before: readonly PhotoCard[], after: readonly PhotoCard[]): string[] {
  const urlsOf = (cards: readonly PhotoCard[]): string[] => cards.flatMap((card) => ("url" in card ? [card.url] : []));
  const used = new Set(urlsOf(after));
  return urlsOf(before).filter((url) => !used.has(url));
}
