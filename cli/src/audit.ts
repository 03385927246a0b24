import process from "node:process";
import { parseArgs } from "node:util";
import { readConfig, verifyAudit } from "@precount/server";
import { type Io, TERMINAL, inWords, readWords } from "./terminal.ts";

const HELP = `precount audit verify [--noted POSITION:HASH]

Walks the audit log from its first entry on and says whether anything was changed, removed or put in between. Works beside a
running server and without one. Ends with status 1 when the chain is broken.

  --noted POSITION:HASH   an end of the chain that this command, or the audit page, printed before: without it nobody can tell
                          when the newest entries are gone

Settings are environment variables, see docs/operations.md.
`;

const NOTED = /^(\d{1,15}):([0-9a-f]{64})$/;

/** `precount audit verify`: 0 when the chain is whole, 1 when it is not or cannot be read, 2 for what is no such command. */
export async function auditCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  const options = readOptions(args, io);
  if (typeof options === "number") return options;
  return inWords(io, async () => {
    const verified = await verifyAudit(readConfig(environment), options.noted);
    if (!verified.ok) {
      const entry = verified.id === null ? "" : ` (entry ${verified.id})`;
      io.stdout(`The audit log is broken at position ${verified.position}${entry}: ${verified.reason}.\n`);
      return 1;
    }
    const { entries, end, unsealed } = verified;
    const lines = [`The audit log is whole: ${entries} ${entries === 1 ? "entry" : "entries"}.`];
    if (end) lines.push(`Its end, to be noted elsewhere: ${end.position}:${end.hash.toString("hex")}`);
    if (unsealed.count > 0) {
      const since = unsealed.oldestAt?.toISOString() ?? "";
      lines.push(`Not sealed yet: ${unsealed.count}, the oldest of ${since}. A running server seals within a second.`);
    }
    io.stdout(`${lines.join("\n")}\n`);
    return 0;
  });
}

function readOptions(args: string[], io: Io) {
  return readWords(io, HELP, () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { noted: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
    });
    if (!values.help && positionals.join(" ") !== "verify")
      throw new Error(`What should be done with the audit log? verify`);
    return { help: values.help, ...(values.noted !== undefined && { noted: notedLink(values.noted) }) };
  });
}

function notedLink(text: string) {
  const [, position, hash] = NOTED.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new Error("--noted takes POSITION:HASH as this command prints it.");
  return { position: Number(position), hash: Buffer.from(hash, "hex") };
}
