import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../server.ts";

const run = promisify(execFile);
const git = async (...args: string[]): Promise<string> => (await run("git", args, { cwd: ROOT })).stdout.trim();

/** The commit before the last migration; null without git history. */
export async function commitBefore(): Promise<string | null> {
  const journal = JSON.parse(await readFile(join(ROOT, "server/migrations/meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[]; // drizzle-kit's
  };
  const file = `server/migrations/${journal.entries.at(-1)?.tag}.sql`;
  try {
    const [added = ""] = (await git("log", "--diff-filter=A", "--format=%H", "--", file)).split("\n");
    return added === "" ? null : await git("rev-parse", "--verify", "--quiet", `${added}^`);
  } catch {
    return null;
  }
}

/** Checks out that commit into `folder` and links the installed npm packages; workspaces are its own. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await git("worktree", "add", "--detach", "--force", folder, commit);
  await linkPackages(folder, "");
  for (const name of await readdir(folder)) await linkPackages(folder, name).catch(() => undefined);
}

export const removeCheckOut = async (folder: string): Promise<void> => {
  await git("worktree", "remove", "--force", folder);
};

async function linkPackages(folder: string, workspace: string): Promise<void> {
  const from = join(ROOT, workspace, "node_modules");
  const to = join(folder, workspace, "node_modules");
  const names = await readdir(from);
  await mkdir(to);
  for (const name of names)
    if (name !== "@precount" && !name.startsWith(".")) await symlink(join(from, name), join(to, name));
  if (workspace !== "") return;
  await mkdir(join(to, "@precount"));
  for (const name of await readdir(join(from, "@precount")))
    await symlink(join(folder, name), join(to, "@precount", name));
}
