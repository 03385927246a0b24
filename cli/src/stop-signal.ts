import process from "node:process";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Resolves at the first SIGINT or SIGTERM. A second signal ends the process at once, as usual. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
}
