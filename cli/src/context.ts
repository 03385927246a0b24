import { InvalidArgumentError } from "commander";
import type { Terminal } from "./terminal.ts";

/** The caller's streams and environment, and the exit status that a command sets. */
export type CommandContext = {
  terminal: Terminal;
  environment: NodeJS.ProcessEnv;
  /** 0 done, 1 failed or something is wrong. Wrong arguments never reach a command. */
  exitStatus: number;
};

/** The exit status for wrong arguments. */
export const USAGE_ERROR = 2;

/** Text after a command's options. Commander does not wrap it, so lines have at most 110 characters. */
export const helpText = (usesSettings: boolean, lines: readonly string[]): string =>
  ["", ...lines, ...(usesSettings ? ["Settings are environment variables, see docs/operations.md."] : [])].join("\n");

/** Checks an option or argument that names something. An unset variable in a script makes it empty. */
export function parseName(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return text;
}
