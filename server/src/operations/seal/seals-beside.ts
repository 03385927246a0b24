import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { closeCodeIn } from "@precount/domain";

/** Seal files and JSON exports in the folders of exports, by their close code; an export without one has a file with the same name. */
export async function findSealsBeside(exports: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of exports) {
    const belongs = belongsTo(basename(path));
    const names = (await readdir(dirname(path))).toSorted();
    for (const name of names.filter(belongs)) found.add(join(dirname(path), name));
  }
  return [...found];
}

function belongsTo(name: string): (other: string) => boolean {
  const code = closeCodeIn(name);
  const stem = basename(name, extname(name));
  return (other) => {
    if (!other.endsWith(".json")) return false;
    return code === null ? [`${stem}.json`, `${stem}.seal.json`].includes(other) : closeCodeIn(other) === code;
  };
}
