import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

/** PostgreSQL refuses to run as root, so root starts it as one of these users, tried in this order. */
const UNPRIVILEGED_USERS = ["postgres", "precount", "nobody"];

/** Owner of the database's files; null: the user who runs Precount. */
export type DatabaseUser = { uid: number; gid: number } | null;

/** Bits in CapEff of /proc/self/status: capabilities to enter directories regardless of their permissions. */
const CAPABILITIES = [
  { bit: 2n, name: "dac_read_search" },
  { bit: 1n, name: "dac_override" },
];

/**
 * The user who runs PostgreSQL: the owner of an existing cluster, else an unprivileged user of this machine. `clusterDir` need not
 * exist.
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
 * How to start `command` as the database's user. With setpriv the kernel also stops it cleanly when this process dies; without it,
 * as on macOS, the next start stops the orphaned process. `paths` are what the command must reach: if other users cannot enter a
 * parent folder (such as a clone in /root), the command gets the one capability to pass it and no other privilege.
 */
export function runAs(user: DatabaseUser, paths: readonly string[], command: string, args: string[]): Invocation {
  if (!hasSetpriv()) {
    if (user && paths.some(isInPrivateFolder)) throw privateFolderError(paths);
    return { command, args, ...user };
  }
  const drop = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  const capabilities = user && paths.some(isInPrivateFolder) ? passFolderFlags(paths) : user ? ["--inh-caps=-all"] : [];
  return { command: "setpriv", args: [...drop, ...capabilities, "--pdeathsig=INT", "--", command, ...args] };
}

let setprivWorks: boolean | undefined;
function hasSetpriv(): boolean {
  setprivWorks ??= process.platform === "linux" && spawnSync("setpriv", ["--pdeathsig=INT", "true"]).status === 0;
  return setprivWorks;
}

/** Whether a folder above `path` can be entered only by its owner or group. */
function isInPrivateFolder(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o1) & 0o1) === 0) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** setpriv flags that keep one capability to enter private folders. */
function passFolderFlags(paths: readonly string[]): string[] {
  const effective = BigInt(`0x${/^CapEff:\s*(\S+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0"}`);
  const capability = CAPABILITIES.find(({ bit }) => (effective >> bit) & 1n);
  if (!capability) throw privateFolderError(paths);
  return [`--inh-caps=-all,+${capability.name}`, `--ambient-caps=+${capability.name}`];
}

const privateFolderError = (paths: readonly string[]): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and no other user can reach ${paths.filter(isInPrivateFolder).join(" and ")}. Choose a DATA_DIR that everyone may pass through, run Precount as an ordinary user, or set DATABASE_URL.`,
  );

/** Throws for a cluster of another user, with a clearer message than PostgreSQL's own. */
export function checkAccess(clusterDir: string): void {
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  const me = process.getuid?.();
  if (!cluster || me === undefined || me === 0 || cluster.uid === me) return;
  throw new EmbeddedDatabaseError(
    `${clusterDir} belongs to user ${cluster.uid}, and Precount runs as ${me}. Run it as that user (or as root), or change the folder's owner: sudo chown -R ${me} ${dirname(clusterDir)}`,
  );
}

/** Throws if this user cannot write to the data directory. */
export function checkWritable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EmbeddedDatabaseError(`${dataDir} cannot be written by this user. Choose another DATA_DIR.`, {
      cause: error,
    });
  }
}
