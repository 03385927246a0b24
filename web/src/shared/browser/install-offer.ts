/*
 * Some browsers offer to install the page (`beforeinstallprompt`), once, at a moment of their own; it is kept until somebody wants it.
 */

type Offer = Event & { prompt(): Promise<unknown> };

let held: (() => void) | null = null;
const listeners = new Set<() => void>();

function hold(offer: (() => void) | null): void {
  held = offer;
  for (const listener of listeners) listener();
}

globalThis.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  hold(() => {
    hold(null);
    // The browser's own event, which the types do not know.
    void (event as Offer).prompt().catch(() => undefined);
  });
});
globalThis.addEventListener("appinstalled", () => hold(null));

/** What installs it; null where nothing is offered. */
export const installOffer = (): (() => void) | null => held;

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
