import { Presets, SingleBar } from "cli-progress";
import type { Terminal } from "./terminal.ts";

/** Work of known size, such as files of a backup. */
export type Progress = {
  /** @param done units finished so far, of `total` */
  update: (done: number, total: number) => void;
  /** Removes the bar, so that what is printed next starts on an empty line. */
  stop: () => void;
};

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/**
 * A progress bar on stderr while a person watches; nothing in a pipe or a log file.
 * @param unit what is counted, in the plural
 */
export function startProgress(terminal: Terminal, unit: string): Progress {
  if (!terminal.isInteractive) return NO_PROGRESS;
  const bar = new SingleBar(
    {
      format: `{bar} {value} of {total} ${unit}, {eta_formatted} left`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  return {
    update: (done, total) => {
      if (!bar.isActive) bar.start(total, done);
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
