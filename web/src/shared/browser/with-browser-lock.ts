/**
 * One page of this browser at a time; the lock of a page that goes is free again. Web Locks need HTTPS: without them
 * everyone acts at once, and what is done must bear being done twice.
 */
export async function withBrowserLock(name: string, act: () => Promise<void>): Promise<void> {
  // Absent on plain HTTP, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(name, act) : act());
}
