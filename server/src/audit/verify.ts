import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { connect } from "../db/connect.ts";
import type { Link } from "../db/audit.ts";
import { startEmbeddedPostgres } from "../db/embedded/postgres.ts";
import { EmbeddedDatabaseError } from "../db/embedded/problem.ts";
import { findRunning } from "../db/embedded/running.ts";
import { type Verified, verifyChain } from "./chain.ts";

/**
 * Walks the audit log of an installation, whether its server runs or not. `noted` is an end of the chain that was written down
 * before. Throws EmbeddedDatabaseError when there is no database to look at.
 */
export async function verifyAudit(config: Pick<Config, "databaseUrl" | "dataDir">, noted?: Link): Promise<Verified> {
  const running = config.databaseUrl ?? (await findRunning(config.dataDir));
  const own = running === null ? await startOwn(config.dataDir) : null;
  const connection = connect(running ?? own?.url ?? "", { max: 1 });
  try {
    return await verifyChain(connection.db, noted);
  } finally {
    await connection.close();
    await own?.stop();
  }
}

async function startOwn(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    await access(join(dataDir, "postgres"));
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no database in ${dataDir}. Say where it is with DATA_DIR or DATABASE_URL.`,
    );
  }
  return startEmbeddedPostgres({ dataDir });
}
