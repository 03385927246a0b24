/** So that this page opens without a network the next time. Browsers allow it over HTTPS, and on the machine itself. */
export async function registerServiceWorker(): Promise<void> {
  // Absent on plain HTTP, whatever the types say.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || !import.meta.env.PROD) return;
  // Without a network the one that is there stays.
  await container.register("/service-worker.js", { scope: "/projects/" }).catch(() => undefined);
  const { active } = await container.ready;
  // Whatever it is told, it keeps the rest of what a photo is looked at with.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  active?.postMessage("opened");
}
