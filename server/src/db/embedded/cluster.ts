import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, rename, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { PostgresBinaries } from "./binaries.ts";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { type DatabaseUser, runAs } from "./run-as.ts";

/** initdb writes 40 MB; with less than this the database could not work for long anyway. */
const LEAST_FREE_BYTES = 200 * 1024 * 1024;
/** sun_path has 108 bytes with its closing zero, and PostgreSQL puts `/.s.PGSQL.5432` behind the folder. */
const LONGEST_SOCKET_FOLDER_BYTES = 107 - "/.s.PGSQL.5432".length;

/** Makes the cluster unless it is there: beside its place, then renamed, so that a half-made one never stands there. */
export async function makeCluster(binaries: PostgresBinaries, clusterDir: string, user: DatabaseUser): Promise<void> {
  if (existsSync(join(clusterDir, "PG_VERSION"))) return;
  const draft = `${clusterDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  const { bavail, bsize } = await statfs(draft);
  if (bavail * bsize < LEAST_FREE_BYTES) {
    throw new EmbeddedDatabaseError(`There is too little room in ${clusterDir}: the database needs 200 MB.`);
  }
  await initdb(binaries, draft, user);
  await rm(clusterDir, { recursive: true, force: true });
  await rename(draft, clusterDir);
}

async function initdb(binaries: PostgresBinaries, draft: string, user: DatabaseUser): Promise<void> {
  const { command, args, ...as } = runAs(user, [binaries.initdb, draft], binaries.initdb, [
    `--pgdata=${draft}`,
    "--username=precount",
    // Only the socket is listened on, and its folder is closed to everyone else.
    "--auth=trust",
    "--encoding=UTF8",
    // The same order of names on every machine, whatever locales it has.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  const child = spawn(command, args, { ...as, cwd: draft, stdio: ["ignore", "ignore", "pipe"], detached: true });
  const [said] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (child.exitCode !== 0) throw new EmbeddedDatabaseError(`The database could not be set up: ${said.trim()}`);
}

/** A folder for the socket that only the database's user and root can enter, with a path short enough. */
export async function makeSocketFolder(dataDir: string, user: DatabaseUser): Promise<string> {
  const beside = join(dataDir, "run");
  const isShort = Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER_BYTES;
  if (isShort) await mkdir(beside, { recursive: true, mode: 0o700 });
  const folder = isShort ? beside : await mkdtemp(join(tmpdir(), "precount-"));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
