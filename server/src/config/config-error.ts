import { OperatorError } from "../errors/operator-error.ts";

/** Invalid settings. A list of problems becomes a message with one line each; a text is the message. */
export class ConfigError extends OperatorError {
  override name = "ConfigError";

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    super(typeof problems === "string" ? problems : toMessage(problems), options);
  }
}

/** An error that shows only when a setting is used. */
export const settingError = (name: string, message: string, cause?: unknown): ConfigError =>
  new ConfigError([`${name}: ${message}`], { cause });

function toMessage(problems: readonly string[]): string {
  const [first = "", ...more] = problems;
  if (more.length === 0) return `This setting cannot be used: ${first}`;
  return `These settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
}
