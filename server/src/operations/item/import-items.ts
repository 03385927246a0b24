import { rm } from "node:fs/promises";
import {
  ITEM_FILE_LIMITS,
  type ItemFileOptions,
  type ItemFilePreview,
  type ItemImportInput,
  type ItemImportSummary,
  checkImport,
  eventIsOpen,
} from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import type { Pool, PoolClient } from "pg";
import { type AuditedCall, recordAudit } from "../../audit/record-audit.ts";
import type { Queryable } from "../../db/connect.ts";
import { drizzle } from "../../db/drizzle.ts";
import {
  type ItemChanges,
  compareItems,
  insertVersion,
  removeDuplicates,
  stageItems,
} from "../../db/items/import-items.ts";
import {
  type ListOwner,
  type ListRow,
  findVersion,
  listOpenEventsUsing,
  lockOrInsertList,
} from "../../db/items/lists.ts";
import { lockProject } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { CONVERTED_COLUMNS, type ConvertedFile } from "../../item-files/convert-file.ts";
import type { ItemFileProcess } from "../../item-files/item-file-process.ts";
import { newSid } from "../../lib/ids.ts";
import { type Change, publishChanges } from "../../live/publish-change.ts";
import { enqueueItemListApplication } from "../../queue/enqueue.ts";
import type { JobQueue } from "../../queue/job-queue.ts";

export type ItemImportContext = {
  pool: Pool;
  queue: JobQueue;
  itemFiles: Pick<ItemFileProcess, "preview" | "convert">;
  call: AuditedCall | null;
};

export type ItemSource = {
  /** A local file. */
  path: string;
  /** The path of a temporary file, which is removed at the end. */
  outPath: string;
  fileName: string;
  /** Null for the command line. */
  userSid: string | null;
};

/** `reading`: the share of the file that is checked; `storing`: the database compares and stores the items. */
export type ItemImportProgress = { phase: "reading" | "storing"; share: number };

type Options = {
  input: ItemImportInput;
  onProgress?: (progress: ItemImportProgress) => void;
  signal?: AbortSignal;
};

/** Detects how to read a file and returns its first rows. Throws BAD_REQUEST with a message for the person. */
export async function previewItemFile(
  { itemFiles }: Pick<ItemImportContext, "itemFiles">,
  path: string,
  options: ItemFileOptions,
): Promise<ItemFilePreview> {
  return itemFiles.preview(path, options).catch(throwForPerson);
}

/**
 * Imports a file as the next version of a list and makes it current, in one transaction; a dry run rolls it back. Throws BAD_REQUEST
 * with the summary in `details` when rows are rejected, CONFLICT when the list has another version than expected,
 * PRECONDITION_FAILED when the event is not open.
 */
export async function importItems(
  context: ItemImportContext,
  owner: ListOwner,
  source: ItemSource,
  { input, onProgress, signal }: Options,
): Promise<ItemImportSummary> {
  const startedAt = performance.now();
  const { outPath } = source;
  try {
    const onShare = (share: number): void => onProgress?.({ phase: "reading", share });
    const { path } = source;
    const converted = await context.itemFiles
      .convert({ path, options: input, outPath }, onShare, signal)
      .catch(throwForPerson);
    onProgress?.({ phase: "storing", share: 0 });
    const summary = await store(context, { owner, source, input, converted, outPath, startedAt });
    onProgress?.({ phase: "storing", share: 1 });
    return summary;
  } finally {
    await rm(outPath, { force: true });
  }
}

/** The user can fix an error in the file; other errors are passed on unchanged. */
function throwForPerson(error: unknown): never {
  if (!(error instanceof ProcessError) || asTransientError(error) !== null) throw error;
  if (error.kind === "closed" || error.kind === "aborted") throw error;
  throw new AppError("BAD_REQUEST", error.message, { cause: error });
}

type Work = {
  owner: ListOwner;
  source: ItemSource;
  input: ItemImportInput;
  converted: ConvertedFile;
  outPath: string;
  startedAt: number;
};

/** COPY needs a separate connection, so the transaction is begun here and not by drizzle. */
async function store(context: ItemImportContext, work: Work): Promise<ItemImportSummary> {
  const client = await context.pool.connect();
  let isDone = false;
  try {
    await client.query("begin");
    const summary = await storeIn(client, context, work);
    await client.query(work.input.step === "import" ? "commit" : "rollback");
    isDone = true;
    return summary;
  } finally {
    // After an error the connection is closed, which rolls back, because its transaction may still be open.
    client.release(!isDone);
  }
}

async function storeIn(
  client: PoolClient,
  context: ItemImportContext,
  { owner, source, input, converted, outPath, startedAt }: Work,
): Promise<ItemImportSummary> {
  const tx: Queryable = drizzle({ client, casing: "snake_case" });
  await stageItems(client, outPath, CONVERTED_COLUMNS);
  const duplicates = await removeDuplicates(tx, ITEM_FILE_LIMITS.maxListedRejections);
  const list = await lockOrInsertList(tx, newSid(), owner);
  if (input.expectedVersion !== undefined && input.expectedVersion !== list.currentVersion)
    throw new AppError("CONFLICT", "Another import has changed this item list. Check the file again.");
  const before = await findVersion(tx, list.sid, list.currentVersion);
  const changes = await compareItems(tx, before?.sid ?? null);
  const summary: ItemImportSummary = {
    version: null,
    rows: converted.rows,
    ...changes,
    repeated: duplicates.repeated,
    rejected: converted.rejected + duplicates.rejected,
    rejections: [...converted.rejections, ...duplicates.rejections]
      .toSorted((a, b) => a.line - b.line)
      .slice(0, ITEM_FILE_LIMITS.maxListedRejections),
    elapsedMs: Math.round(performance.now() - startedAt),
  };
  if (input.step === "import") {
    const allowed = checkImport(summary, input.skipRejected);
    if (!allowed.ok) throw new AppError("BAD_REQUEST", allowed.reason, { details: summary });
    summary.version = list.currentVersion + 1;
    await switchVersion(tx, context, { list, owner, source, changes });
  }
  summary.elapsedMs = Math.round(performance.now() - startedAt);
  return summary;
}

type Switch = { list: ListRow; owner: ListOwner; source: ItemSource; changes: ItemChanges };

async function switchVersion(
  tx: Queryable,
  { queue, call }: ItemImportContext,
  { list, owner, source, changes: { items, added, changed, removed } }: Switch,
): Promise<void> {
  const version = list.currentVersion + 1;
  await insertVersion(tx, {
    sid: newSid(),
    listSid: list.sid,
    version,
    fileName: source.fileName,
    itemCount: items,
    addedCount: added,
    changedCount: changed,
    removedCount: removed,
    createdBy: source.userSid,
  });
  if ("projectSid" in owner) {
    const { status } = await lockProject(tx, owner.projectSid, "update");
    // Checked again: the event was open when the upload began, which may have been minutes ago.
    unwrapOrThrow(eventIsOpen({ status, isArchived: status === "archived" }));
    // An event that imports its own list uses it.
    await updateProject(tx, owner.projectSid, { itemListSid: list.sid });
  }
  const projectSids = await listOpenEventsUsing(tx, list.sid);
  // A detection that has read the version before is stored first; then the job finds it.
  for (const sid of projectSids.toSorted()) await lockProject(tx, sid, "update");
  await enqueueItemListApplication(tx, queue, projectSids);
  const projectChanges = projectSids.map((sid): Change => ({ projectSid: sid, kind: "project", sid }));
  await publishChanges(tx, projectChanges);
  const details = { version, items, added, changed, removed, ...("groupId" in owner && { group: owner.groupId }) };
  const projectSid = "projectSid" in owner ? { projectSid: owner.projectSid } : {};
  await recordAudit(tx, call, { subject: { kind: "itemList", sid: list.sid }, ...projectSid, details });
}
