import { CONTENT_ID, focusContent } from "../ui/content.ts";
import { markFirstScreenLeft } from "../shared/react/use-after-first-paint.ts";
import type { router as appRouter } from "./router.tsx";

const focusIfLost = (): void => {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) focusContent();
};

/**
 * Moves the focus to the content area after navigation to another screen, as a page load would. A focus that is already inside the
 * content stays: a field that focused itself, or the tab that was clicked. Navigation within the same screen, such as from one photo
 * to the next, only restores a lost focus.
 */
export function focusContentOnNavigation(router: typeof appRouter): void {
  // A screen renders in steps, and the focused element may be removed with the previous screen: a link or a dialog. A focus in the
  // browser's own toolbar stays there.
  // Decided in a later task: while Tab moves the focus, no element has it, and elements change because one has lost it.
  const observer = new MutationObserver(() => setTimeout(() => void (document.hasFocus() && focusIfLost())));
  // Stop at the first user input. Tab is excepted: it may still land on an element that is about to be removed.
  const stop = (): void => observer.disconnect();
  addEventListener("pointerdown", stop, { capture: true });
  addEventListener("keydown", ({ key }) => (key === "Tab" || key === "Shift" ? undefined : stop()), {
    capture: true,
  });

  // `onRendered` would be too late: the router fires it for the layout, before the screen inside it.
  router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) markFirstScreenLeft();
  });

  let shownRouteId: string | undefined;
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    const routeId = router.state.matches.at(-1)?.routeId;
    const isOtherScreen = routeId !== shownRouteId;
    shownRouteId = routeId;
    if (fromLocation === undefined || !pathChanged) return;
    const { activeElement } = document;
    // Validate, in the header, gets the focus when a photo without doubts opens for review.
    const hasFocus =
      document.getElementById(CONTENT_ID)?.contains(activeElement) === true ||
      activeElement?.matches("[data-keys=validate]") === true;
    if (isOtherScreen && !hasFocus) focusContent();
    else focusIfLost();
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
