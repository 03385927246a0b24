import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TableEdit } from "@precount/domain";
import { listTaskDocuments } from "../../db/tasks/entities.ts";
import { listPageWords } from "../../db/tasks/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import type { WorkerAnswer, WorkerContext } from "../worker-context.ts";
import { type RewrittenOutputs, structureAsRead } from "./rewritten-outputs.ts";

type Request = { taskId: number; edits: readonly TableEdit[] };

/**
 * The worker's part of an edit of tables: writes the outputs to the store. The waiting call inserts their rows in the transaction of
 * its audit entry; files without a row are removed at the next start.
 */
export async function runRewriting(
  context: WorkerContext,
  request: Request,
  signal: AbortSignal,
): Promise<WorkerAnswer> {
  const { workDir, log } = context;
  await mkdir(workDir, { recursive: true });
  // The process id in the name lets the next start remove the folder of a worker that died.
  const outDir = await mkdtemp(join(workDir, `${process.pid}-rewrite-`));
  try {
    return { ok: true, value: await rewrite(context, request, outDir, signal) };
  } catch (error) {
    if (isWorkerShutdown(error)) throw error;
    log.warn({ err: error }, "the outputs of a document could not be written again");
    return { ok: false, reason: toUserMessage(error, "The edit failed because of an error in the server."), error };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function rewrite(
  { db, blobs, extractor }: WorkerContext,
  { taskId, edits }: Request,
  outDir: string,
  signal: AbortSignal,
): Promise<RewrittenOutputs> {
  const asRead = structureAsRead(await listTaskDocuments(db, taskId));
  if (!asRead) throw new BlobMissingError();
  const structurePath = await blobs.path(asRead.sha256);
  const pages = [...new Set(edits.map(({ page }) => page))];
  const words = await listPageWords(db, taskId, pages);
  const outputs: RewrittenOutputs["outputs"] = [];
  for (const { path, fileName, fileType } of await extractor.rewrite({ structurePath, edits, words, outDir }, signal)) {
    const { sha256, sizeBytes } = await blobs.put(createReadStream(path));
    outputs.push({ fileName, fileType, sha256, sizeBytes, isOriginal: false });
  }
  return { asReadSha256: asRead.sha256, outputs };
}
