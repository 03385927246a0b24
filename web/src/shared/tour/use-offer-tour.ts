import type { ProjectListItem } from "@precount/domain";
import { useEffect } from "react";
import { isTourSeen } from "../session/storage.ts";
import { DEMO_SLUG, offerTour } from "./tour.ts";

/** How soon it is looked again for the demo event's first photo, by who has signed in while the server was still putting it there. */
const DEMO_POLL_MS = 1000;

/** For the query of `events`: another look, as long as the demo event has no photo yet. */
export const demoPollInterval = (events: readonly ProjectListItem[] | undefined): number | false =>
  events?.some(({ slug, images }) => slug === DEMO_SLUG && images.total === 0) ? DEMO_POLL_MS : false;

/**
 * Shows a person around the demo event, once: the first time they come here while nobody has worked on it. That it began counts
 * as seen, however it ends, and stays so in this browser, under the person's own id.
 */
export function useOfferTour(userSid: string, events: readonly ProjectListItem[]): void {
  const isDue = events.some(({ slug, images: { total, settled } }) => slug === DEMO_SLUG && total > 0 && settled === 0);
  useEffect(() => {
    if (isDue && !isTourSeen(userSid)) offerTour();
  }, [isDue, userSid]);
}
