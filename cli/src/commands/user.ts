import type { Command } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount user reset-factors EMAIL`: exit status 0 when they are removed, 1 when there is no such user or database. */
export function addUserCommand(program: Command, context: CommandContext): void {
  program
    .command("user")
    .description("change user accounts")
    .command("reset-factors")
    .description("remove a user's second factors and recovery codes, and end the user's sessions")
    .argument("<email>", "the user's e-mail")
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

async function resetFactors(email: string, { terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, resetFactorsOf } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const factors = await resetFactorsOf(readConfig(environment), email);
    terminal.stdout(`Removed ${factors} second ${factors === 1 ? "factor" : "factors"} of ${email}.\n`);
    return 0;
  });
}
