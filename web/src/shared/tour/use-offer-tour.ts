import type { ProjectListItem } from "@precount/domain";
import { useEffect } from "react";
import { isTourSeen } from "../session/storage.ts";
import { DEMO_SLUG, offerTour } from "./tour.ts";

/** The interval for users who sign in while the server still creates the demo event. */
const DEMO_POLL_MS = 1000;

/** The refetch interval of the query for `events`: refetch until the demo event has its first photo. */
export const demoPollInterval = (events: readonly ProjectListItem[] | undefined): number | false =>
  events?.some(({ slug, images }) => slug === DEMO_SLUG && images.total === 0) ? DEMO_POLL_MS : false;

/**
 * Offers the demo tour once: the first time a user comes to the home screen while no photo of the demo event is reviewed. Starting
 * the tour counts as seen; the browser stores that per user id.
 */
export function useOfferTour(userSid: string, events: readonly ProjectListItem[]): void {
  const isDue = events.some(({ slug, images: { total, settled } }) => slug === DEMO_SLUG && total > 0 && settled === 0);
  useEffect(() => {
    if (isDue && !isTourSeen(userSid)) offerTour();
  }, [isDue, userSid]);
}
