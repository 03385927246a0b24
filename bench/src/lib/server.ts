import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");
export const ADMIN = { email: "bench@precount.test", password: "Shelf-photos-2026" };

export type BenchServer = { url: string; pid: number; readyMs: number; stop(): Promise<void> };

/** Starts `precount serve` in a child process and waits until it prints its address. */
export async function startServer(
  dataDir: string,
  extraArgs: string[] = [],
  extraEnvironment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["cli/src/main.ts", "serve", "--port", "0", ...extraArgs], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...extraEnvironment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await addressOf(child);
  return {
    url,
    pid: child.pid!, // set: the child printed its address
    readyMs: performance.now() - startedAt,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error("The server has no output to read."));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /https?:\/\/\S+/.exec(line)?.[0];
      if (address) resolve(address.replace(/\/$/, ""));
    });
  });
}

export type Client = {
  headers: Record<string, string>;
  /** A mutation. Throws CallError. */
  call(procedure: string, input: unknown): Promise<unknown>;
  /** A query with the output type given by the caller. Throws CallError. */
  query<T>(procedure: string, input: unknown): Promise<T>;
};

/** A call that the server refused; `body` is the response. */
export class CallError extends Error {
  override name = "CallError";
  readonly status: number;
  readonly body: string;
  constructor(procedure: string, status: number, body: string) {
    super(`${procedure}: ${status} ${body}`);
    this.status = status;
    this.body = body;
  }
}

async function answerOf<T>(procedure: string, answer: Response): Promise<T> {
  if (!answer.ok) throw new CallError(procedure, answer.status, await answer.text());
  return ((await answer.json()) as { result: { data: T } }).result.data; // tRPC's envelope
}

/** Signs in and returns the headers for calls: the cookie and the matching session id. */
export async function signIn(url: string, { email, password } = ADMIN): Promise<Client> {
  const response = await fetch(`${url}/trpc/user.login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new CallError("user.login", response.status, await response.text());
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const { result } = (await response.json()) as { result: { data: { session: { id: string } } } }; // our own server's shape
  const headers = { cookie, "x-session-id": result.data.session.id };
  return {
    headers,
    call: async (procedure, input) =>
      answerOf(
        procedure,
        await fetch(`${url}/trpc/${procedure}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(input),
        }),
      ),
    query: async <T>(procedure: string, input: unknown) =>
      answerOf<T>(
        procedure,
        await fetch(`${url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers }),
      ),
  };
}

/** Peak resident set size of a process, MB (Linux). */
export async function peakMb(pid: number): Promise<number> {
  return kilobytes(await readFile(`/proc/${pid}/status`, "utf8"), "VmHWM") / 1024;
}

/** Resets the peak resident set size (Linux). */
export const resetPeakMemory = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");

/** Child processes of a process (Linux). */
export async function childrenOf(pid: number): Promise<number[]> {
  return [...(await parents())].filter(([, parent]) => parent === pid).map(([child]) => child);
}

/** Parent process ids by process id (Linux). */
async function parents(): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (stat) parents.set(Number(entry), parent);
  }
  return parents;
}

/** Memory of a process and all its descendants, MB; shared pages are counted once (PSS, Linux). */
export async function treeMb(pid: number): Promise<number> {
  const parentOf = await parents();
  const belongs = (candidate: number): boolean => {
    for (let at: number | undefined = candidate; at !== undefined && at > 1; at = parentOf.get(at))
      if (at === pid) return true;
    return false;
  };
  let total = 0;
  for (const candidate of parentOf.keys())
    if (belongs(candidate))
      total += kilobytes(await readFile(`/proc/${candidate}/smaps_rollup`, "utf8").catch(() => ""), "Pss");
  return total / 1024;
}

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
