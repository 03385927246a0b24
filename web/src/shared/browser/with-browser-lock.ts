/**
 * Runs `act` while no other page of this browser holds the lock. The browser releases the lock of a closed page. Web Locks need
 * HTTPS: on plain HTTP all pages run `act` at once, so its effect must be the same when it runs twice.
 */
export async function withBrowserLock(name: string, act: () => Promise<void>): Promise<void> {
  // Undefined on plain HTTP, against its type.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(name, act) : act());
}
