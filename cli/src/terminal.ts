import process from "node:process";

/** The streams a command writes to. Tests replace them. */
export type Terminal = {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
  /** True when a person watches stderr. Progress bars are drawn only then. */
  isInteractive: boolean;
};

export const PROCESS_TERMINAL: Terminal = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
};

/** 128 + 13: the exit status of a program that SIGPIPE has ended. */
const CLOSED_PIPE_STATUS = 141;

/**
 * Ends the process when stdout fails: without a message when its reader is gone, as after `precount detect … | head -1`, and with one
 * when its disk is full.
 */
export function exitOnFailedOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(CLOSED_PIPE_STATUS);
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
    process.exit(1);
  });
}

/** Runs a command. Prints an error that the operator can fix as one message without a stack. Returns the exit status. */
export async function reportOperatorErrors(terminal: Terminal, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    // The server package takes a second to load: commands that do not need it start faster.
    const { operatorMessage } = await import("@precount/server");
    const message = operatorMessage(error);
    if (message === null) throw error;
    terminal.stderr(`${message}\n`);
    return 1;
  }
}
