import { IDLE_HEADER } from "@precount/domain";

/** A page without input for this long tells the server, so that its background calls do not keep the session alive. */
const IDLE_AFTER_MS = 5 * 60_000;

let lastUse = Date.now();
// Unit tests import this file without a browser.
if ("window" in globalThis) {
  for (const type of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(type, () => (lastUse = Date.now()), { capture: true, passive: true });
  }
}

/** The header of calls of a page without recent input (PD-116). */
export const idleHeader = (): Record<string, string> =>
  Date.now() - lastUse > IDLE_AFTER_MS ? { [IDLE_HEADER]: "1" } : {};
