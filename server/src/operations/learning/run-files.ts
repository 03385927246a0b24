import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The files of a training run. The same folder keeps a cache of the reference set for later runs. */
export const runFiles = (runsDir: string, runSid: string) => ({
  examplesDir: join(runsDir, `${runSid}-examples`),
  stateFile: join(runsDir, `${runSid}-state.json`),
});

/** Removes the files of a run that has ended. */
export async function removeRunFiles(runsDir: string, runSid: string): Promise<void> {
  const names = await readdir(runsDir).catch(() => []);
  for (const name of names.filter((fileName) => fileName.startsWith(`${runSid}-`)))
    await rm(join(runsDir, name), { recursive: true, force: true });
}
