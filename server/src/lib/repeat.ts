/**
 * Runs `work` every `everyMs` milliseconds, never twice at a time. `run` runs it now, unless it is running already; `stop` ends the repetition and
 * waits for the run in progress. The timer does not keep the process alive.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: Error) => void,
): { run: () => void; stop: () => Promise<void> } {
  let running: Promise<unknown> | null = null;
  const run = (): void => {
    running ??= work()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    run,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
