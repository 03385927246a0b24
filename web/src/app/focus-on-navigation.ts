import { CONTENT_ID, focusContent } from "../ui/content.ts";
import { markFirstScreenLeft } from "../shared/react/use-after-first-paint.ts";
import type { router as appRouter } from "./router.tsx";

const focusIfLost = (): void => {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) focusContent();
};

/**
 * Puts the focus at the beginning of a screen when one has come to it from another, as where a page is loaded. Whatever has it there
 * by then keeps it: the screen's own field, or the tab that led here and has stayed. From a photo to the next, which is the same
 * screen, it is only picked up where it was lost.
 */
export function focusContentOnNavigation(router: typeof appRouter): void {
  // A screen comes in pieces, and what had the focus may leave with a piece of the one before: a link, a question. Who has gone on
  // to the browser's own bars is not fetched back.
  const arriving = new MutationObserver(() => {
    if (document.hasFocus()) focusIfLost();
  });
  // From here on it is the person's; Tab may still have met what leaves.
  const landed = (): void => arriving.disconnect();
  addEventListener("pointerdown", landed, { capture: true });
  addEventListener("keydown", ({ key }) => (key === "Tab" || key === "Shift" ? undefined : landed()), {
    capture: true,
  });

  // Not when it is rendered: the router says so as soon as the frame is, before the screen in it.
  router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) markFirstScreenLeft();
  });

  let shown: string | undefined;
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    const routeId = router.state.matches.at(-1)?.routeId;
    const isOther = routeId !== shown;
    shown = routeId;
    if (fromLocation === undefined || !pathChanged) return;
    const isThere = document.getElementById(CONTENT_ID)?.contains(document.activeElement) === true;
    if (isOther && !isThere) focusContent();
    else focusIfLost();
    arriving.observe(document.body, { childList: true, subtree: true });
  });
}
