import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { memoryStore } from "../../../../shared/durable-queue/memory-store.ts";
import type { QueueStore } from "../../../../shared/durable-queue/queue-types.ts";
import { type AnswerEvent, type StoredAnswer, changeStored } from "./stored-answer.ts";

interface AnswerDatabase extends DBSchema {
  answers: { key: [userSid: string, sid: string]; value: StoredAnswer };
}
export type AnswerStore = QueueStore<StoredAnswer, AnswerEvent>;

/** One person's answers in IndexedDB; in memory where the browser has no database, as in some private windows. */
export async function openAnswerStore(userSid: string): Promise<AnswerStore> {
  try {
    return databaseStore(await openDatabase(), userSid);
  } catch {
    return memoryAnswerStore();
  }
}

const openDatabase = (): Promise<IDBPDatabase<AnswerDatabase>> =>
  openDB<AnswerDatabase>("precount-answers", 1, {
    upgrade: (fresh) => void fresh.createObjectStore("answers", { keyPath: ["userSid", "sid"] }),
  });

/** Number of answers, of all users, that exist only on this device: waiting or refused. */
export async function countUnsavedAnswers(): Promise<number> {
  try {
    const db = await openDatabase();
    const count = await db.count("answers");
    db.close();
    return count;
  } catch {
    return 0;
  }
}

function databaseStore(db: IDBPDatabase<AnswerDatabase>, userSid: string): AnswerStore {
  return {
    isDurable: true,
    list: () => db.getAll("answers", IDBKeyRange.bound([userSid], [userSid, []])),
    read: async (sid) => (await db.get("answers", [userSid, sid])) ?? null,
    change: async (initial, events) => {
      // Strict: when it resolves the data is on the disk, not only with the operating system.
      const tx = db.transaction("answers", "readwrite", { durability: "strict" });
      const key: [string, string] = [userSid, initial.sid];
      // Another tab may have delivered or discarded it: only a given answer is created.
      const isGiven = events.some(({ type }) => type === "given");
      const stored = (await tx.store.get(key)) ?? (isGiven ? initial : null);
      const changed = events.reduce<StoredAnswer | null>(
        (before, event) => before && changeStored(before, event),
        stored,
      );
      await Promise.all([changed === null ? tx.store.delete(key) : tx.store.put(changed), tx.done]);
      return changed;
    },
  };
}

/** Answers that live as long as the page. */
export const memoryAnswerStore = (): AnswerStore =>
  memoryStore({ keyOf: ({ sid }) => sid, reduce: changeStored, createsOnChange: true });
