import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

/** PostgreSQL refuses to run as root, so root lends it to somebody without rights. Tried in this order. */
const UNPRIVILEGED_USERS = ["postgres", "precount", "nobody"];

/** Whom the database's files belong to; null: whoever runs Precount. */
export type DatabaseUser = { uid: number; gid: number } | null;

/** Bits of /proc/self/status CapEff: reading and searching directories past their permissions. */
const CAPABILITIES = [
  { bit: 2n, name: "dac_read_search" },
  { bit: 1n, name: "dac_override" },
];

/**
 * Who runs PostgreSQL: the owner of an existing cluster, else an unprivileged user of this machine.
 * `clusterDir` need not exist.
 */
export function databaseUser(clusterDir: string): DatabaseUser {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_USERS) {
    const [, , uid, gid] = users.find(([found]) => found === name) ?? [];
    if (uid && gid && uid !== "0") return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root and this machine has none of the users ${UNPRIVILEGED_USERS.join(", ")}. Run Precount as an ordinary user, or set DATABASE_URL.`,
  );
}

export type Invocation = { command: string; args: string[]; uid?: number; gid?: number };

/**
 * How to start `command` as the database's user. With setpriv the kernel also stops it (fast, cleanly) when
 * this process dies however; without it, as on macOS, the next start finds the orphan and stops it.
 * `paths` are what it must reach: where a parent folder is closed to others (a clone in /root), it gets the
 * one capability to pass through, and nothing else of root.
 */
export function runAs(user: DatabaseUser, paths: readonly string[], command: string, args: string[]): Invocation {
  if (!hasSetpriv()) {
    if (user && paths.some(isClosed)) throw closedFolder(paths);
    return { command, args, ...user };
  }
  const drop = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  const pass = user && paths.some(isClosed) ? passThrough(paths) : user ? ["--inh-caps=-all"] : [];
  return { command: "setpriv", args: [...drop, ...pass, "--pdeathsig=INT", "--", command, ...args] };
}

let setprivWorks: boolean | undefined;
function hasSetpriv(): boolean {
  setprivWorks ??= process.platform === "linux" && spawnSync("setpriv", ["--pdeathsig=INT", "true"]).status === 0;
  return setprivWorks;
}

/** Whether some folder above `path` lets nobody but its owner through. */
function isClosed(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o1) & 0o1) === 0) return true;
    if (folder === dirname(folder)) return false;
  }
}

function passThrough(paths: readonly string[]): string[] {
  const effective = BigInt(`0x${/^CapEff:\s*(\S+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0"}`);
  const capability = CAPABILITIES.find(({ bit }) => (effective >> bit) & 1n);
  if (!capability) throw closedFolder(paths);
  return [`--inh-caps=-all,+${capability.name}`, `--ambient-caps=+${capability.name}`];
}

const closedFolder = (paths: readonly string[]): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and no other user can reach ${paths.filter(isClosed).join(" and ")}. Choose a DATA_DIR that everyone may pass through, run Precount as an ordinary user, or set DATABASE_URL.`,
  );

/** A cluster that somebody else made: PostgreSQL would only say that it has the wrong owner. */
export function checkAccess(clusterDir: string): void {
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  const me = process.getuid?.();
  if (!cluster || me === undefined || me === 0 || cluster.uid === me) return;
  throw new EmbeddedDatabaseError(
    `${clusterDir} belongs to user ${cluster.uid}, and Precount runs as ${me}. Run it as that user (or as root), or give the folder to this one: sudo chown -R ${me} ${dirname(clusterDir)}`,
  );
}

/** A data directory that can be written, or words about it. */
export function checkWritable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EmbeddedDatabaseError(`${dataDir} cannot be written by this user. Choose another DATA_DIR.`, {
      cause: error,
    });
  }
}
