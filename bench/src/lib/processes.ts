import { readFile, readdir } from "node:fs/promises";

/** Role of each process of an installation. */
const ROLES = ["api", "worker", "photos", "vision", "documents", "database"] as const;
export type Role = (typeof ROLES)[number];

/** CPU time, memory and open files of a role's processes. */
type Usage = { cpuMs: number; rssMb: number; openFiles: number; processes: number };

/** `endedMs` is the CPU time of its finished children. */
type Process = { pid: number; parent: number; role: Role | null; cpuMs: number; endedMs: number };

/** The kernel's clock tick (USER_HZ), the same on every machine. */
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
 * Usage of these processes and all their descendants, by role (Linux). CPU time of finished children of the API or a
 * worker counts as the photo process, because those are restarted often.
 * @param only which figures to read: memory and files of fifty processes take as long as a request
 */
export async function usageOf(roots: readonly number[], only: "cpu" | "all" = "all"): Promise<Record<Role, Usage>> {
  const usage = Object.fromEntries(
    ROLES.map((role) => [role, { cpuMs: 0, rssMb: 0, openFiles: 0, processes: 0 }]),
  ) as Record<Role, Usage>; // one for each role
  for (const { pid, role, cpuMs, endedMs } of await descendants(roots)) {
    if (role === null) continue;
    usage[role === "database" ? "database" : "photos"].cpuMs += endedMs;
    const sum = usage[role];
    sum.processes += 1;
    sum.cpuMs += cpuMs;
    if (only === "cpu") continue;
    sum.rssMb += await ownMb(pid);
    sum.openFiles += (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
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
  // The fields after the process name, which may contain spaces: state, parent …; CPU times are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const words = command.replaceAll("\0", " ");
  const role = MARKS.find(([mark]) => words.includes(mark))?.[1] ?? null;
  const ticks = (at: number): number => (Number(fields[at]) + Number(fields[at + 1])) * TICK_MS;
  return { pid, parent: Number(fields[1]), role, cpuMs: ticks(11), endedMs: ticks(13) };
}

/** Private memory, MB. Shared memory, such as PostgreSQL's buffers, is not growth of one process. */
async function ownMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
