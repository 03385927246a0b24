import process from "node:process";

/** Settles at the first SIGINT or SIGTERM; a second one ends the process at once, as usual. */
export function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
