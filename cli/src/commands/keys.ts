import type { Command } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount keys public` and `precount keys rotate`: exit status 1 when the database cannot be read. */
export function addKeysCommand(program: Command, context: CommandContext): void {
  const keys = program.command("keys").description("replace and show the keys of this installation");
  keys
    .command("public")
    .description("print the public keys that verify sealed reports, as PEM")
    .addHelpText(
      "after",
      helpText(true, [
        "Give the output to auditors: with it, 'precount verify --key FILE' needs neither a server nor a database. Keys",
        "that were replaced are listed too, because they verify earlier reports.",
      ]),
    )
    .action(async () => {
      context.exitStatus = await printPublicKeys(context);
    });
  keys
    .command("rotate")
    .description("make new keys for links, work-account sign-ins, second factors and seals of reports")
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. Links and sign-ins that have begun stay valid: earlier keys are kept",
        "for reading until nothing valid uses them. The secrets of authenticator apps are encrypted with the new key.",
        "The public keys of seals are never deleted, so that earlier reports can be verified.",
      ]),
    )
    .action(async () => {
      context.exitStatus = await rotateKeys(context);
    });
}

async function printPublicKeys({ terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, readPublicSealKeys } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    for (const { version, fingerprint, createdAt, pem } of await readPublicSealKeys(readConfig(environment))) {
      terminal.stdout(`# Key ${fingerprint}, version ${version}, from ${createdAt.toISOString()}\n${pem}`);
    }
    return 0;
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
