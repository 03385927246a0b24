import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, rename, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { PostgresBinaries } from "./binaries.ts";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { type DatabaseUser, runAs } from "./run-as.ts";

/** initdb writes 40 MB; with less free space than this the database would fail soon. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;
/** sun_path has 108 bytes including its terminating zero, and PostgreSQL appends `/.s.PGSQL.5432` to the folder. */
const MAX_SOCKET_FOLDER_BYTES = 107 - "/.s.PGSQL.5432".length;

/** Creates the cluster if it does not exist, in a temporary folder that is then renamed: an interrupted initdb leaves no cluster. */
export async function createCluster(binaries: PostgresBinaries, clusterDir: string, user: DatabaseUser): Promise<void> {
  if (existsSync(join(clusterDir, "PG_VERSION"))) return;
  const isEmpty = (await readdir(clusterDir).catch(() => [])).length === 0;
  if (!isEmpty) {
    throw new EmbeddedDatabaseError(
      `The database in ${clusterDir} is damaged: PG_VERSION is missing. Restore a backup into an empty DATA_DIR.`,
    );
  }
  const temporaryDir = `${clusterDir}.new`;
  await rm(temporaryDir, { recursive: true, force: true });
  await mkdir(temporaryDir, { mode: 0o700 });
  if (user) await chown(temporaryDir, user.uid, user.gid);
  const { bavail, bsize } = await statfs(temporaryDir);
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw new EmbeddedDatabaseError(`There is too little free space in ${clusterDir}: the database needs 200 MB.`);
  }
  await initdb(binaries, temporaryDir, user);
  await rm(clusterDir, { recursive: true, force: true });
  await rename(temporaryDir, clusterDir);
}

async function initdb(binaries: PostgresBinaries, temporaryDir: string, user: DatabaseUser): Promise<void> {
  const { command, args, ...as } = runAs(user, [binaries.initdb, temporaryDir], binaries.initdb, [
    `--pgdata=${temporaryDir}`,
    "--username=precount",
    // PostgreSQL listens only on the socket, whose folder other users cannot enter.
    "--auth=trust",
    "--encoding=UTF8",
    // Gives the same sort order on every machine, independent of its locales.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  const child = spawn(command, args, { ...as, cwd: temporaryDir, stdio: ["ignore", "ignore", "pipe"], detached: true });
  const [stderr] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (child.exitCode !== 0) throw new EmbeddedDatabaseError(`The database could not be set up: ${stderr.trim()}`);
}

/** Creates a folder for the socket that only the database's user and root can enter. A long path falls back to the temp folder. */
export async function createSocketFolder(dataDir: string, user: DatabaseUser): Promise<string> {
  const preferred = join(dataDir, "run");
  const isShort = Buffer.byteLength(preferred) <= MAX_SOCKET_FOLDER_BYTES;
  if (isShort) await mkdir(preferred, { recursive: true, mode: 0o700 });
  const folder = isShort ? preferred : await mkdtemp(join(tmpdir(), "precount-"));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
