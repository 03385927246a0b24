/*
 * Some browsers offer once to install the page, by a `beforeinstallprompt` event. The event is kept until the user presses
 * Install.
 */

type BeforeInstallPromptEvent = Event & { prompt(): Promise<unknown> };

let install: (() => void) | null = null;
const listeners = new Set<() => void>();

function setInstall(now: (() => void) | null): void {
  install = now;
  for (const listener of listeners) listener();
}

globalThis.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  setInstall(() => {
    setInstall(null);
    // Missing in the type declarations.
    void (event as BeforeInstallPromptEvent).prompt().catch(() => undefined);
  });
});
globalThis.addEventListener("appinstalled", () => setInstall(null));

/** Installs the page; null if the browser does not offer it. */
export const installOffer = (): (() => void) | null => install;

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
