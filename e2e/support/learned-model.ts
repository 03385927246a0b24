import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, databaseUrlOf } from "./server.ts";

const ADD_LEARNED_MODEL = join(import.meta.dirname, "../../server/src/testing/add-learned-model.ts");

/** Adds a learned model with a report that accepts or refuses it. Returns its sid. Its files do not exist, so it reads no photo. */
export async function addLearnedModel(
  { dataDir }: Pick<RunningServer, "dataDir">,
  title: string,
  outcome: "accepted" | "refused",
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ADD_LEARNED_MODEL,
    databaseUrlOf({ dataDir }),
    title,
    outcome,
  ]);
  return stdout.trim();
}
