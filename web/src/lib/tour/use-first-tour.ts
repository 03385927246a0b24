import type { ProjectListItem } from "@precount/domain";
import { useEffect } from "react";
import { isTourSeen } from "../storage.ts";
import { DEMO_SLUG, offerTour } from "./tour.ts";

/**
 * Shows a person around the demo event, once: the first time they come here while nobody has worked on it. That it began counts
 * as seen, however it ends, and stays so in this browser, under the person's own id.
 */
export function useFirstTour(userSid: string, events: readonly ProjectListItem[]): void {
  const isDue = events.some(({ slug, images: { total, settled } }) => slug === DEMO_SLUG && total > 0 && settled === 0);
  useEffect(() => {
    if (isDue && !isTourSeen(userSid)) offerTour();
  }, [isDue, userSid]);
}
