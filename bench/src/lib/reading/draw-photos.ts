import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../server.ts";

/** Empty photos show no stickers and no shelf tags; on unreadable ones the numbers of all stickers are smeared. */
export const PHOTO_KINDS = ["ordinary", "small", "empty", "unreadable"] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

export interface DrawRequest {
  kind: PhotoKind;
  /** Photos of each family. */
  count: number;
  seed: number;
  folder: string;
  /** Only sharp and well-lit photos. */
  careful?: boolean;
}

const PYTHON = join(ROOT, "training/.venv/bin/python");

/**
 * Draws photos with their truth from fonts, writers and shelves that training never uses. Needs script/setup-training.
 * Throws an Error with a message for the user.
 */
export async function drawPhotos({ kind, count, seed, folder, careful }: DrawRequest): Promise<void> {
  if (!existsSync(PYTHON)) throw new Error("The photos are drawn by training/: run script/setup-training first.");
  const options = ["--split", "unseen", "--kind", kind, "--count", `${count}`, "--seed", `${seed}`, "--out", folder];
  if (careful) options.push("--careful");
  const child = spawn(PYTHON, ["-m", "precount_training.whole_photos", ...options], {
    cwd: join(ROOT, "training"),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-4000)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Drawing the ${kind} photos failed: ${errors.trim().split("\n").at(-1)}`);
}
