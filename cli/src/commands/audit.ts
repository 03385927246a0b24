import { type Command, InvalidArgumentError } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

type ChainEnd = { position: number; hash: Buffer };

/** `precount audit verify`: exit status 0 when the chain is complete, 1 when it is broken or cannot be read. */
export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command("audit")
    .description("verify the audit log")
    .command("verify")
    .description("report whether an entry was changed, removed or inserted")
    .option(
      "--noted <position:hash>",
      "an end of the chain that was printed before; without it, missing newest entries cannot be detected",
      parseChainEnd,
    )
    .addHelpText(
      "after",
      helpText(true, ["Works with or without a running server. The exit status is 1 when the chain is broken."]),
    )
    .action(async (options: { noted?: ChainEnd }) => {
      context.exitStatus = await verifyAuditLog(options.noted, context);
    });
}

async function verifyAuditLog(noted: ChainEnd | undefined, { terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, verifyAudit } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const verified = await verifyAudit(readConfig(environment), noted);
    if (!verified.ok) {
      const entry = verified.id === null ? "" : ` (entry ${verified.id})`;
      terminal.stdout(`The audit log is broken at position ${verified.position}${entry}: ${verified.reason}.\n`);
      return 1;
    }
    const { entries, end, unsealed } = verified;
    const lines = [`The audit log is complete: ${entries} ${entries === 1 ? "entry" : "entries"}.`];
    if (end) lines.push(`End of the chain, to be noted elsewhere: ${end.position}:${end.hash.toString("hex")}`);
    if (unsealed.count > 0) {
      const since = unsealed.oldestAt?.toISOString() ?? "";
      lines.push(
        `Not sealed yet: ${unsealed.count}, the oldest from ${since}. A running server seals within a second.`,
      );
    }
    terminal.stdout(`${lines.join("\n")}\n`);
    return 0;
  });
}

const CHAIN_END = /^(\d{1,15}):([0-9a-f]{64})$/;

function parseChainEnd(text: string): ChainEnd {
  const [, position, hash] = CHAIN_END.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new InvalidArgumentError("It must be POSITION:HASH as this command prints it.");
  }
  return { position: Number(position), hash: Buffer.from(hash, "hex") };
}
