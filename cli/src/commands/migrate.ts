import type { Command } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

type MigrateOptions = { bucket?: boolean; grantTo?: string };

/** `precount migrate`: exit status 0 when the tables match this version. */
export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command("migrate")
    .description("update the database of DATABASE_URL to this version's tables")
    .option("--grant-to <role>", "then give this database role the rights of a server, and no others")
    .option("--bucket", "also create the bucket of S3_BUCKET if it does not exist")
    .addHelpText(
      "after",
      helpText(true, [
        "A server does the same when it starts; run this command to do it before any server starts. Several may run at",
        "once: one does the work, the others wait.",
        "With --grant-to, DATABASE_URL names the owner of the tables, and servers and workers use the role.",
      ]),
    )
    .action(async (options: MigrateOptions) => {
      context.exitStatus = await migrateDatabase(options, context);
    });
}

async function migrateDatabase(options: MigrateOptions, { terminal, environment }: CommandContext): Promise<number> {
  const { OperatorError, makeBucket, migrate, prepareDatabase, readConfig, waitForDatabase } =
    await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const config = readConfig(environment);
    const { databaseUrl } = config;
    if (databaseUrl === null) {
      throw new OperatorError("Set DATABASE_URL. The embedded database is migrated when its server starts.");
    }
    if (options.bucket) await makeBucket(config);
    await waitForDatabase(databaseUrl, {
      onWaiting: (database) => terminal.stderr(`Waiting for the database at ${database}\n`),
    });
    if (options.grantTo === undefined) await migrate(databaseUrl);
    else await prepareDatabase(databaseUrl, options.grantTo);
    terminal.stdout("The database has this version's tables.\n");
    return 0;
  });
}
