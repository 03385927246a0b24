import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { PostgresBinaries } from "./binaries.ts";
import { type DatabaseUser, runAs } from "./run-as.ts";
import { SETTINGS } from "./settings.ts";

export type Cluster = {
  binaries: PostgresBinaries;
  clusterDir: string;
  socketFolder: string;
  user: DatabaseUser;
};

/** Starts a postmaster on the cluster. `onLine` gets each line that it logs. */
export function spawnPostgres(
  { binaries: { postgres }, clusterDir, socketFolder, user }: Cluster,
  settings: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): ChildProcess {
  const all = { ...SETTINGS, unix_socket_directories: socketFolder, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { command, args, ...as } = runAs(user, [postgres, clusterDir, socketFolder], postgres, [
    "-D",
    clusterDir,
    ...flags,
  ]);
  const child = spawn(command, args, {
    ...as,
    cwd: clusterDir,
    stdio: ["ignore", "ignore", "pipe"],
    // Ctrl-C in a terminal must reach only the server, which stops the database last.
    detached: true,
  });
  child.once("error", (error) => onLine(String(error)));
  if (child.stderr) createInterface({ input: child.stderr }).on("line", onLine);
  return child;
}

export const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
