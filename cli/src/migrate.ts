import process from "node:process";
import { parseArgs } from "node:util";
import { OperatorError, makeBucket, migrate, readConfig, waitForDatabase } from "@precount/server";
import { TERMINAL, inWords, readWords } from "./terminal.ts";

const HELP = `precount migrate [--bucket]

Brings the database of DATABASE_URL to this version's tables, and ends. A server does so by itself when it starts; this is for
who wants it done before any of them starts. Any number may run at once: one does the work.

  --bucket   make the bucket of S3_BUCKET too, where there is none

Settings are environment variables, see docs/operations.md.
`;

/** `precount migrate`: 0 when the tables are this version's, 1 when they cannot be, 2 for what is no such command. */
export async function migrateCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  const options = readWords(
    io,
    HELP,
    () =>
      parseArgs({
        args,
        options: { bucket: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
      }).values,
  );
  if (typeof options === "number") return options;
  return inWords(io, async () => {
    const config = readConfig(environment);
    const { databaseUrl } = config;
    if (databaseUrl === null)
      throw new OperatorError(
        "There is nothing to do without DATABASE_URL: the built-in database is migrated when its server starts.",
      );
    if (options.bucket) await makeBucket(config);
    await waitForDatabase(databaseUrl);
    await migrate(databaseUrl);
    io.stdout("The database has this version's tables.\n");
    return 0;
  });
}
