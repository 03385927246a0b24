import process from "node:process";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Settles at the first SIGINT or SIGTERM; a second one ends the process at once, as usual. */
export function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    const asked = (): void => {
      for (const signal of SIGNALS) process.off(signal, asked);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, asked);
  });
}
