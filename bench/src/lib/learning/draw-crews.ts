import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../server.ts";
import { examplesIn } from "./examples-in.ts";

const PYTHON = join(ROOT, "training/.venv/bin/python");
const CREWS = join(ROOT, "training/.cache/crews");

/** `learn`: stickers that the crew has reviewed. `judge`: its next stickers. */
export type CrewPart = "learn" | "judge";

/** The folder with the stickers of a simulated crew. */
export const crewFolder = (number: number): string => join(CREWS, `crew-${String(number).padStart(3, "0")}`);

/**
 * A folder of examples with the first stickers of a simulated crew; they are drawn once. All values are marked as typed.
 * Needs script/setup-training, and the handwriting of known writers in PRECOUNT_TRAINING_DATA. Throws an Error with a
 * message for the user.
 */
export async function drawCrew(number: number, part: CrewPart, count: number): Promise<string> {
  const folder = join(crewFolder(number), part);
  const drawn = await examplesIn(folder).catch(() => []);
  if (drawn.length < count) await draw(number, part, count);
  return folder;
}

async function draw(number: number, part: CrewPart, count: number): Promise<void> {
  if (!existsSync(PYTHON)) throw new Error("The stickers are drawn by training/: run script/setup-training first.");
  if (!process.env["PRECOUNT_TRAINING_DATA"]) {
    throw new Error("Set PRECOUNT_TRAINING_DATA: the crews need handwriting of known writers (training/README.md).");
  }
  const argv = ["--crews", `${number}-${number}`, "--part", part, "--count", String(count)];
  const child = spawn(PYTHON, ["-m", "precount_training.crews", ...argv], {
    cwd: join(ROOT, "training"),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-4000)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Drawing crew ${number} failed: ${errors.trim().split("\n").at(-1)}`);
}
