/** Makes this page open without a network from the next time on. Browsers allow it on HTTPS and on localhost. */
export async function registerServiceWorker(): Promise<void> {
  // Undefined on plain HTTP, against its type.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || !import.meta.env.PROD) return;
  // Without a network the worker that is installed already stays.
  await container.register("/service-worker.js", { scope: "/projects/" }).catch(() => undefined);
  const { active } = await container.ready;
  // Any message makes the worker cache the sticker detector.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  active?.postMessage("opened");
}
