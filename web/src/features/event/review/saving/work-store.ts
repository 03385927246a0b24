import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { memoryStore } from "../../../../shared/durable-queue/memory-store.ts";
import type { QueueStore } from "../../../../shared/durable-queue/queue-types.ts";
import { NO_WORK, type Work, type WorkEvent, isPending, reduceWork } from "./work.ts";

/** A person's work on a detection: enough to send it and to link to the image. */
export type DetectionRef = { userSid: string; detectionSid: string; imageSid: string; slug: string };
export type StoredWork = DetectionRef & { work: Work; changedAt: number };

interface WorkDatabase extends DBSchema {
  work: { key: [userSid: string, detectionSid: string]; value: StoredWork };
}
export type WorkStore = QueueStore<StoredWork, WorkEvent>;

/** Work that only holds undo steps is deleted after 30 days. */
const UNDO_RETENTION_MS = 30 * 24 * 3_600_000;

export const newWork = (detection: DetectionRef): StoredWork => ({ ...detection, work: NO_WORK, changedAt: 0 });
export const keyOfWork = ({ detectionSid }: StoredWork): string => detectionSid;
export const reduceStoredWork = (stored: StoredWork, event: WorkEvent): StoredWork => ({
  ...stored,
  work: reduceWork(stored.work, event),
});

/**
 * One person's work in IndexedDB, one record for each detection. Logging out leaves it; no other user ever reads it. Where
 * the browser has no database, as in some private windows, the work lives in memory.
 */
export async function openWorkStore(userSid: string): Promise<WorkStore> {
  try {
    return databaseStore(await openDatabase(), userSid);
  } catch {
    return memoryStore({ keyOf: keyOfWork, reduce: reduceStoredWork, createsOnChange: true });
  }
}

const openDatabase = (): Promise<IDBPDatabase<WorkDatabase>> =>
  openDB<WorkDatabase>("precount", 1, {
    upgrade: (fresh) => void fresh.createObjectStore("work", { keyPath: ["userSid", "detectionSid"] }),
  });

/** Number of edits and typed texts, of all users, that exist only on this device: waiting, in conflict or refused. */
export async function countUnsavedEdits(): Promise<number> {
  try {
    const db = await openDatabase();
    const stored = await db.getAll("work");
    db.close();
    return stored.reduce((sum, { work }) => sum + countUnsaved(work), 0);
  } catch {
    return 0;
  }
}

const countUnsaved = ({ edits, drafts }: Work): number =>
  edits.filter(({ state }) => state !== "saved").length + Object.keys(drafts).length;

const isExpired = ({ work, changedAt }: StoredWork): boolean =>
  !isPending(work) && changedAt < Date.now() - UNDO_RETENTION_MS;

function databaseStore(db: IDBPDatabase<WorkDatabase>, userSid: string): WorkStore {
  return {
    isDurable: true,
    list: async () => {
      const all = await db.getAll("work", IDBKeyRange.bound([userSid], [userSid, []]));
      await Promise.all(all.filter(isExpired).map(({ detectionSid }) => db.delete("work", [userSid, detectionSid])));
      return all.filter((stored) => !isExpired(stored));
    },
    read: async (detectionSid) => (await db.get("work", [userSid, detectionSid])) ?? null,
    change: async (initial, events) => {
      // Strict: when it resolves the data is on the disk, not only with the operating system.
      const tx = db.transaction("work", "readwrite", { durability: "strict" });
      const stored = (await tx.store.get([userSid, initial.detectionSid])) ?? initial;
      const changed = { ...events.reduce(reduceStoredWork, stored), changedAt: Date.now() };
      await Promise.all([tx.store.put(changed), tx.done]);
      return changed;
    },
  };
}
