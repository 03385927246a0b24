import type { Command } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount keys rotate`: exit status 0 when the keys are replaced, 1 when the database cannot be read. */
export function addKeysCommand(program: Command, context: CommandContext): void {
  program
    .command("keys")
    .description("replace the keys of this installation")
    .command("rotate")
    .description("make new keys for links, work-account sign-ins and second factors")
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. Links and sign-ins that have begun stay valid: earlier keys are kept",
        "for reading until nothing valid uses them. The secrets of authenticator apps are encrypted with the new key.",
      ]),
    )
    .action(async () => {
      context.exitStatus = await rotateKeys(context);
    });
}

async function rotateKeys({ terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, rotateInstallationKeys } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const { keys, reencrypted } = await rotateInstallationKeys(readConfig(environment));
    const lines = keys.map(({ name, version, kept }) => {
      const earlier = kept.length === 0 ? "" : `, kept for reading: ${kept.join(", ")}`;
      return `${name}: version ${version}${earlier}`;
    });
    terminal.stdout(`${[...lines, `Secrets encrypted again: ${reencrypted}`].join("\n")}\n`);
    return 0;
  });
}
