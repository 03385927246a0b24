import type { Command } from "commander";
import { type CommandContext, helpText, parseName } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount user …`: exit status 0 when it is done, 1 when there is no such user or database. */
export function addUserCommand(program: Command, context: CommandContext): void {
  const user = program.command("user").description("change user accounts");
  user
    .command("password-link")
    .description("print a link with which a user sets a new password")
    .argument("<email>", "the user's e-mail", parseName)
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. The link works once, within 24 hours; an earlier one stops working.",
        "For the only admin, who has lost the password, or whose generated password has expired.",
      ]),
    )
    .action(async (email: string) => {
      context.exitStatus = await printPasswordLink(email, context);
    });
  user
    .command("reset-factors")
    .description("remove a user's second factors and recovery codes, and end the user's sessions")
    .argument("<email>", "the user's e-mail", parseName)
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. The user then signs in with the password alone, or must add a new",
        "second factor if one is required for the role.",
      ]),
    )
    .action(async (email: string) => {
      context.exitStatus = await resetFactors(email, context);
    });
}

/** The address of a server on this machine with these settings. */
export const localOrigin = ({ tls, port }: { tls: object | null; port: number }): string =>
  `${tls === null ? "http" : "https"}://localhost:${port}`;

async function printPasswordLink(email: string, { terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, makeLinkTokenFor, passwordLinkUrl } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const config = readConfig(environment);
    const token = await makeLinkTokenFor(config, email);
    const assumed = localOrigin(config);
    terminal.stdout(`${passwordLinkUrl(config.publicUrl ?? assumed, token)}\n`);
    terminal.stderr("The link works once, within 24 hours.\n");
    if (config.publicUrl === null)
      terminal.stderr(
        `It assumes that the server runs at ${assumed}. If it does not, set PUBLIC_URL or change the link.\n`,
      );
    return 0;
  });
}

async function resetFactors(email: string, { terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, resetFactorsOf } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const factors = await resetFactorsOf(readConfig(environment), email);
    terminal.stdout(`Removed ${factors} second ${factors === 1 ? "factor" : "factors"} of ${email}.\n`);
    return 0;
  });
}
