import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  EVERYONE,
  type ItemImportInput,
  type ItemImportSummary,
  checkImport,
  cleanFileName,
  itemListCan,
} from "@precount/domain";
import { commandLineCall } from "../../audit/command-line-call.ts";
import type { Queryable } from "../../db/connect.ts";
import { findGroupByName } from "../../db/groups.ts";
import { type InstallationLocation, openInstallation } from "../../db/installation.ts";
import type { ListOwner } from "../../db/items/lists.ts";
import { findProject, projectState } from "../../db/projects/read.ts";
import { AppError } from "../../errors/app-error.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { ItemFileProcess } from "../../item-files/item-file-process.ts";
import { JobQueue } from "../../queue/job-queue.ts";
import { type ItemImportProgress, importItems } from "./import-items.ts";

export type FileImport = {
  file: string;
  /** The list's owner: an event's slug, or a group's name. */
  owner: { event: string } | { group: string };
  input: ItemImportInput;
  onProgress?: (progress: ItemImportProgress) => void;
};

/** The outcome of an import or a dry run from the command line: rejected rows are reported and not thrown. */
export type FileImportResult = { summary: ItemImportSummary; refusal: string | null };

/**
 * Imports an item list file into an installation, with or without a running server. The results of photos follow when a worker runs.
 * Throws OperatorError.
 */
export async function importItemFile(location: InstallationLocation, given: FileImport): Promise<FileImportResult> {
  const { file, owner, input, onProgress } = given;
  await access(file).catch(() => {
    throw new OperatorError(`There is no file ${file}, or you may not read it.`);
  });
  const connection = await openInstallation(location);
  const queue = new JobQueue({ url: connection.url, role: "sender", onError: () => undefined });
  const itemFiles = new ItemFileProcess();
  const folder = await mkdtemp(join(tmpdir(), "precount-items-"));
  try {
    const found = await findOwner(connection.db, owner);
    const source = {
      path: file,
      outPath: join(folder, "rows"),
      fileName: cleanFileName(basename(file), "items"),
      userSid: null,
    };
    const context = { pool: connection.pool, queue, itemFiles, call: commandLineCall("item", "item.import") };
    const summary = await importItems(context, found, source, { input, ...(onProgress && { onProgress }) });
    // A dry run returns its summary also where the import would be refused.
    const allowed = checkImport(summary, input.skipRejected);
    return { summary, refusal: allowed.ok ? null : allowed.reason };
  } catch (error) {
    return toResult(error);
  } finally {
    await itemFiles.close();
    await queue.stop();
    await connection.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function toResult(error: unknown): FileImportResult {
  if (!(error instanceof AppError)) throw error;
  const { details } = error;
  // Only importItems throws details here, and they are its summary.
  if (details !== null) return { summary: details as ItemImportSummary, refusal: error.message };
  throw new OperatorError(error.message, { cause: error });
}

async function findOwner(db: Queryable, owner: FileImport["owner"]): Promise<ListOwner> {
  if ("event" in owner) {
    const project = await findProject(db, owner.event);
    if (!project) throw new OperatorError(`There is no event ${owner.event}.`);
    const allowed = itemListCan.importForEvent(await projectState(db, project), { role: "admin" });
    if (!allowed.ok) throw new OperatorError(allowed.reason);
    return { projectSid: project.sid };
  }
  if (owner.group.toLowerCase() === EVERYONE) return { groupId: EVERYONE };
  const group = await findGroupByName(db, owner.group);
  if (group === null) throw new OperatorError(`There is no group ${owner.group}.`);
  return { groupId: group };
}
