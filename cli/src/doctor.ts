import process from "node:process";
import { parseArgs } from "node:util";
import { examine, readConfig } from "@precount/server";
import { TERMINAL, inWords, readWords } from "./terminal.ts";

const HELP = `precount doctor [--fix] [--deep]

Compares the files of photos and documents, the queue, the counts and the audit log with the database, and says what is not as it
should be. Works beside a running server and without one. Ends with status 1 when something is wrong and was not mended.

  --fix    mend what can be mended
  --deep   read every file too, and compare it with its sha256

Settings are environment variables, see docs/operations.md.
`;

/** `precount doctor`: 0 when all is well or was mended, 1 when something stays wrong, 2 for what is no such command. */
export async function doctorCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  const options = readWords(
    io,
    HELP,
    () =>
      parseArgs({
        args,
        options: {
          fix: { type: "boolean", default: false },
          deep: { type: "boolean", default: false },
          help: { type: "boolean", short: "h", default: false },
        },
      }).values,
  );
  if (typeof options === "number") return options;
  return inWords(io, async () => {
    const { fix, deep } = options;
    const findings = await examine(readConfig(environment), { fix, isDeep: deep });
    if (findings.length === 0) io.stdout("All is well.\n");
    for (const { problem, examples, mending } of findings) {
      const outcome = mending === null ? "Cannot be mended here" : fix ? `Mended: ${mending}` : `--fix: ${mending}`;
      io.stdout(`${problem} ${outcome}.\n${examples.map((example) => `  ${example}\n`).join("")}`);
    }
    return findings.some(({ mending }) => mending === null || !fix) ? 1 : 0;
  });
}
