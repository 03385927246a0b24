import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { type Connection, connect } from "./connect.ts";
import { startEmbeddedPostgres } from "./embedded/postgres.ts";
import { findRunningDatabase } from "./embedded/find-running.ts";

export type InstallationLocation = Pick<Config, "databaseUrl" | "dataDir" | "s3">;

/** The database of an installation, whether its server runs or not. Close it. Throws OperatorError where there is none. */
export async function openInstallation(place: InstallationLocation): Promise<Connection> {
  const running = place.databaseUrl ?? (await findRunningDatabase(place.dataDir));
  return running === null ? openOwn(place.dataDir) : connect(running, { max: 2 });
}

async function openOwn(dataDir: string): Promise<Connection> {
  try {
    await access(join(dataDir, "postgres"));
  } catch {
    throw new OperatorError(`There is no database in ${dataDir}. Say where it is with DATA_DIR or DATABASE_URL.`);
  }
  return startOwn(dataDir);
}

/** As `openInstallation`, but makes the built-in database where there is none yet. */
export async function openOrCreateInstallation({ databaseUrl, dataDir }: InstallationLocation): Promise<Connection> {
  if (databaseUrl !== null) return connect(databaseUrl, { max: 2 });
  return startOwn(dataDir);
}

async function startOwn(dataDir: string): Promise<Connection> {
  const own = await startEmbeddedPostgres({ dataDir });
  const connection = connect(own.url, { max: 2 });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await own.stop();
    },
  };
}
