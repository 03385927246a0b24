import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../server.ts";

const PYTHON = join(ROOT, "training/.venv/bin/python");
const CREWS = join(ROOT, "training/.cache/crews");

export interface CrewFolders {
  /** Examples of the stickers that the crew has corrected. */
  learn: string;
  /** Examples of the crew's next stickers. */
  judge: string;
}

/**
 * The examples of a simulated crew, drawn once. Needs script/setup-training, and the handwriting of known writers in
 * PRECOUNT_TRAINING_DATA. Throws an Error with a message for the user.
 */
export async function drawCrew(number: number): Promise<CrewFolders> {
  const folder = join(CREWS, `crew-${String(number).padStart(3, "0")}`);
  if (!existsSync(folder)) await draw(number);
  return { learn: join(folder, "learn"), judge: join(folder, "judge") };
}

async function draw(number: number): Promise<void> {
  if (!existsSync(PYTHON)) throw new Error("The stickers are drawn by training/: run script/setup-training first.");
  if (!process.env["PRECOUNT_TRAINING_DATA"]) {
    throw new Error("Set PRECOUNT_TRAINING_DATA: the crews need handwriting of known writers (training/README.md).");
  }
  const child = spawn(PYTHON, ["-m", "precount_training.crews", "--crews", `${number}-${number}`], {
    cwd: join(ROOT, "training"),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-4000)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Drawing crew ${number} failed: ${errors.trim().split("\n").at(-1)}`);
}
