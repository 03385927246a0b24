import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { type Connection, connect } from "./connect.ts";
import { setSecretsKeys } from "./seal-secret.ts";
import { startEmbeddedPostgres } from "./embedded/postgres.ts";
import { findRunningDatabase } from "./embedded/find-running.ts";

/** The settings that say where an installation keeps its data. */
export type InstallationLocation = Pick<Config, "databaseUrl" | "dataDir" | "s3"> &
  Partial<Pick<Config, "secretsKeys">>;

/** Opens an installation's database, with or without a running server. The caller closes it. Throws OperatorError if none exists. */
export async function openInstallation(location: InstallationLocation): Promise<Connection> {
  setSecretsKeys(location.secretsKeys ?? []);
  const running = location.databaseUrl ?? (await findRunningDatabase(location.dataDir));
  return running === null ? openEmbedded(location.dataDir) : connect(running, { max: 2 });
}

async function openEmbedded(dataDir: string): Promise<Connection> {
  try {
    await access(join(dataDir, "postgres"));
  } catch {
    throw new OperatorError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  return startEmbedded(dataDir);
}

/** Like `openInstallation`, but creates the built-in database if none exists. */
export async function openOrCreateInstallation({ databaseUrl, dataDir }: InstallationLocation): Promise<Connection> {
  if (databaseUrl !== null) return connect(databaseUrl, { max: 2 });
  return startEmbedded(dataDir);
}

async function startEmbedded(dataDir: string): Promise<Connection> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const connection = connect(postgres.url, { max: 2 });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await postgres.stop();
    },
  };
}
