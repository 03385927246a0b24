import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../db/embedded/postgres.ts";
import { migrate } from "../db/migrate.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { newSid } from "../lib/ids.ts";
import { onDatabase, runStatement } from "./admin-statement.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a migrated, empty database, which createTestDatabase copies. */
    templateUrl: string;
    /** Whether test databases are dropped, which takes three times as long as creating one. The embedded server is deleted as a whole. */
    dropsDatabases: boolean;
  }
}

/** Provides one PostgreSQL for the whole run: that of TEST_DATABASE_URL, or an embedded one in its own folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => undefined } : await startTemporary();
  const template = `precount_template_${newSid()}`;
  await runStatement(server.url, `create database ${template}`);
  const templateUrl = onDatabase(server.url, template);
  await migrate(templateUrl);
  await makeQueueTables(templateUrl);
  project.provide("templateUrl", templateUrl);
  project.provide("dropsDatabases", given !== undefined);
  return async () => {
    if (given) await runStatement(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

/** Migrates once for all copies, because it takes a quarter of a second. */
async function makeQueueTables(url: string): Promise<void> {
  const queue = new JobQueue({
    url,
    role: "sender",
    onError: (error) => {
      throw error;
    },
  });
  await queue.start();
  await queue.stop();
}

async function startTemporary(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-test-"));
  // Nothing here outlives the run, so nothing needs to reach the disk.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
    // Autovacuum would process the database of every finished test file in turn.
    autovacuum: "off",
  };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
