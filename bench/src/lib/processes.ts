import { readFile, readdir, readlink } from "node:fs/promises";

/** What each process of an installation is for. */
const ROLES = ["api", "worker", "photos", "vision", "documents", "database"] as const;
export type Role = (typeof ROLES)[number];

/** What a role's processes have used and hold. */
type Usage = { cpuMs: number; rssMb: number; openFiles: number; sockets: number; processes: number };

type Process = { pid: number; parent: number; role: Role | null; cpuMs: number };

/** The kernel counts in these, whatever the machine (USER_HZ). */
const TICK_MS = 10;
const MARKS: readonly [mark: string, role: Role][] = [
  ["photos/src/child", "photos"],
  ["vision/src/child", "vision"],
  ["documents/src/child", "documents"],
  ["worker-child", "worker"],
  ["main.ts worker", "worker"],
  ["main.ts serve", "api"],
  ["postgres", "database"],
];

/**
 * Of these processes and all that they have started, by role (Linux). What a process used that has ended since is missing.
 * @param only what of each is worth looking up: memory and files of fifty processes take as long as a request
 */
export async function usageOf(roots: readonly number[], only: "cpu" | "all" = "all"): Promise<Record<Role, Usage>> {
  const usage = Object.fromEntries(
    ROLES.map((role) => [role, { cpuMs: 0, rssMb: 0, openFiles: 0, sockets: 0, processes: 0 }]),
  ) as Record<Role, Usage>; // one for each role
  for (const { pid, role, cpuMs } of await descendants(roots)) {
    if (role === null) continue;
    const sum = usage[role];
    sum.processes += 1;
    sum.cpuMs += cpuMs;
    if (only === "cpu") continue;
    sum.rssMb += await ownMb(pid);
    const files = await filesOf(pid);
    sum.openFiles += files.length;
    sum.sockets += files.filter((file) => file.startsWith("socket:")).length;
  }
  return usage;
}

async function descendants(roots: readonly number[]): Promise<Process[]> {
  const all = new Map<number, Process>();
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const found = await look(Number(entry));
    if (found) all.set(found.pid, found);
  }
  const belongs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent)
      if (roots.includes(at)) return true;
    return false;
  };
  return [...all.values()].filter(({ pid }) => belongs(pid));
}

async function look(pid: number): Promise<Process | null> {
  const [stat, command] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
    readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
  ]);
  if (stat === "") return null;
  // Behind the name, which may hold anything: state, parent, …; times are the fields 14 and 15 of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const words = command.replaceAll("\0", " ");
  const role = MARKS.find(([mark]) => words.includes(mark))?.[1] ?? null;
  return { pid, parent: Number(fields[1]), role, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}

/** Its own memory, MB: what it shares with others, such as PostgreSQL's buffers, is nobody's growth. */
async function ownMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

async function filesOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const files = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => null)));
  return files.filter((file) => file !== null);
}
