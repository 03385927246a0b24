import process from "node:process";
import { operatorWords } from "@precount/server";

/** Where a command writes; tests read it. */
export type Io = { stdout(text: string): unknown; stderr(text: string): unknown };

export const TERMINAL: Io = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
};

/** Runs a command; what its user can mend is said without a stack. Returns the exit status. */
export async function inWords(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const words = operatorWords(error);
    if (words === null) throw error;
    io.stderr(`${words}\n`);
    return 1;
  }
}

/** The one folder among a command's words; empty where help is asked for. Throws when it is missing, or more is there. */
export function oneFolder(
  { values, positionals }: { values: { help?: boolean | undefined }; positionals: readonly string[] },
  what: string,
): string {
  const [folder = "", ...more] = positionals;
  if (!values.help && (folder === "" || more.length > 0)) throw new Error(`Name one folder to ${what}.`);
  return folder;
}

/** What `parse` makes of a command's words; the exit status for what is no such command, or a question for help. */
export function readWords<Options extends { help?: boolean | undefined }>(
  io: Io,
  help: string,
  parse: () => Options,
): Options | number {
  try {
    const options = parse();
    if (!options.help) return options;
    io.stdout(help);
    return 0;
  } catch (error) {
    io.stderr(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return 2;
  }
}
