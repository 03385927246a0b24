import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { QueueStore } from "../../../../shared/durable-queue/queue-types.ts";
import { type AnswerEvent, type StoredAnswer, isRemoved, reduceAnswer } from "./stored-answer.ts";

interface AnswerDatabase extends DBSchema {
  answers: { key: [userSid: string, sid: string]; value: StoredAnswer };
}
export type AnswerStore = QueueStore<StoredAnswer, AnswerEvent>;

/** One person's answers in IndexedDB; in memory where the browser has no database, as in some private windows. */
export async function openAnswerStore(userSid: string): Promise<AnswerStore> {
  try {
    const db = await openDB<AnswerDatabase>("precount-answers", 1, {
      upgrade: (fresh) => void fresh.createObjectStore("answers", { keyPath: ["userSid", "sid"] }),
    });
    return databaseStore(db, userSid);
  } catch {
    return memoryAnswerStore();
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
      const changed = changeAnswer((await tx.store.get(key)) ?? null, initial, events);
      await Promise.all([changed === null ? tx.store.delete(key) : tx.store.put(changed), tx.done]);
      return changed;
    },
  };
}

/** The answer after the events; null if it is not stored any more. Only a given answer is created. */
function changeAnswer(
  stored: StoredAnswer | null,
  initial: StoredAnswer,
  events: readonly AnswerEvent[],
): StoredAnswer | null {
  const isGiven = events.some(({ type }) => type === "given");
  const base = stored ?? (isGiven ? initial : null);
  return base === null || isRemoved(events) ? null : events.reduce(reduceAnswer, base);
}

/** Answers that live as long as the page. */
export function memoryAnswerStore(): AnswerStore {
  const items = new Map<string, StoredAnswer>();
  return {
    isDurable: false,
    list: async () => [...items.values()],
    read: async (sid) => items.get(sid) ?? null,
    change: async (initial, events) => {
      const changed = changeAnswer(items.get(initial.sid) ?? null, initial, events);
      if (changed === null) items.delete(initial.sid);
      else items.set(initial.sid, changed);
      return changed;
    },
  };
}
