import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { FileVerdict } from "@precount/domain";
import { sealKeysFromPem } from "../../auth/seal-keys.ts";
import { fileErrorReason } from "../../errors/file-error-reason.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { ItemFileError } from "../../item-files/item-file-error.ts";
import { readTableFile } from "../../item-files/table-file.ts";
import { openFileLibrary } from "./file-library.ts";
import { type ReportFile, readReportFile } from "./report-file.ts";
import { findSealsBeside } from "./seals-beside.ts";
import { verifyReportFile } from "./verify-file.ts";

export type VerifiedFile = { path: string; verdict: FileVerdict };
type ReadFile = { path: string; read: ReportFile };

/**
 * Verifies exports without a server or database. Seal files and JSON exports among the files are the seals that the others are compared with;
 * for a CSV file, which has no seal, those beside it are found by their names and verified too.
 * @param keyPath a PEM file with the installation's public keys; without it, every key is accepted that the files contain
 */
export async function verifyOffline(paths: readonly string[], keyPath: string | null): Promise<VerifiedFile[]> {
  const keys = keyPath === null ? null : await readKeys(keyPath);
  const files: ReadFile[] = [];
  for (const path of paths) files.push({ path, read: await readFileOf(path) });
  const found = await findSealsBeside(files.filter(({ read }) => hasNoSeal(read)).map(({ path }) => path));
  const given = new Set(paths.map((path) => resolve(path)));
  for (const path of found.filter((foundPath) => !given.has(resolve(foundPath)))) {
    const read = await readFileOf(path);
    // Any other JSON file with such a name is not meant.
    if (read.kind !== "unreadable") files.push({ path, read });
  }
  const library = openFileLibrary(
    files.map(({ read }) => read),
    (publicKey) => keys === null || keys.some((key) => key.equals(publicKey)),
  );
  const verified: VerifiedFile[] = [];
  for (const { path, read } of files) {
    verified.push({ path, verdict: await verifyReportFile({ path, name: basename(path) }, read, library) });
  }
  return verified;
}

const hasNoSeal = (read: ReportFile): boolean => read.kind === "table" && read.cover === null;

async function readKeys(path: string): Promise<Buffer[]> {
  try {
    const keys = sealKeysFromPem(await readFile(path, "utf8"));
    if (keys.length > 0) return keys;
  } catch (error) {
    throw new OperatorError(`The key file ${path} cannot be read: ${reasonOf(error)}.`);
  }
  throw new OperatorError(`The key file ${path} has no public key in PEM form.`);
}

async function readFileOf(path: string): Promise<ReportFile> {
  try {
    return await readReportFile(path, readTableFile);
  } catch (error) {
    if (error instanceof ItemFileError) return { kind: "unreadable", reason: error.message };
    throw new OperatorError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

const reasonOf = (error: unknown): string =>
  fileErrorReason(error) ?? (error instanceof Error ? error.message : String(error));
