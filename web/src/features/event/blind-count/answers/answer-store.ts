import type { CheckAnswer } from "@precount/domain";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { memoryStore } from "../../../../shared/durable-queue/memory-store.ts";
import type { QueueStore } from "../../../../shared/durable-queue/queue-types.ts";

/** An answer that the server does not have yet. */
export type StoredAnswer = { sid: string; userSid: string; answer: CheckAnswer };
/** A delivered answer is removed. */
export type AnswerEvent = "given" | "delivered";

interface AnswerDatabase extends DBSchema {
  answers: { key: [userSid: string, sid: string]; value: StoredAnswer };
}
type AnswerStore = QueueStore<StoredAnswer, AnswerEvent>;

/** One person's answers in IndexedDB; in memory where the browser has no database, as in some private windows. */
export async function openAnswerStore(userSid: string): Promise<AnswerStore> {
  try {
    const db = await openDB<AnswerDatabase>("precount-answers", 1, {
      upgrade: (fresh) => void fresh.createObjectStore("answers", { keyPath: ["userSid", "sid"] }),
    });
    return databaseStore(db, userSid);
  } catch {
    return removingMemoryStore();
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
      const isDelivered = events.includes("delivered");
      const write = isDelivered ? tx.store.delete([userSid, initial.sid]) : tx.store.put(initial);
      await Promise.all([write, tx.done]);
      return isDelivered ? null : initial;
    },
  };
}

function removingMemoryStore(): AnswerStore {
  const items = new Map<string, StoredAnswer>();
  const store = memoryStore<StoredAnswer, AnswerEvent>(
    { keyOf: ({ sid }) => sid, reduce: (stored) => stored, createsOnChange: true },
    items,
  );
  return {
    ...store,
    change: async (initial, events) => {
      const changed = await store.change(initial, events);
      if (!events.includes("delivered")) return changed;
      items.delete(initial.sid);
      return null;
    },
  };
}
