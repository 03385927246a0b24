import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { NO_WORK, type Work, type WorkEvent, isPending, reduceWork } from "./work.ts";

/** Whose work on what; enough to send it and to find the photo again. */
export type DetectionRef = { userSid: string; detectionSid: string; imageSid: string; slug: string };
type StoredWork = DetectionRef & { work: Work; changedAt: number };

interface WorkDatabase extends DBSchema {
  work: { key: [userSid: string, detectionSid: string]; value: StoredWork };
}

/** What holds nothing but steps to take back goes after this long. */
const HISTORY_MS = 30 * 24 * 3_600_000;

/**
 * The browser's own durable copy: one record for each person and detection, changed by replaying events in one strict
 * transaction. Logging out leaves it; only the same person ever reads it.
 */
export interface WorkStore {
  /** False where the browser keeps nothing, as in some private windows: then it lasts as long as the page. */
  isDurable: boolean;
  load(userSid: string): Promise<StoredWork[]>;
  read(place: DetectionRef): Promise<StoredWork | null>;
  change(place: DetectionRef, events: readonly WorkEvent[]): Promise<StoredWork>;
}

export async function openWorkStore(): Promise<WorkStore> {
  try {
    const db = await openDB<WorkDatabase>("precount", 1, {
      upgrade: (fresh) => void fresh.createObjectStore("work", { keyPath: ["userSid", "detectionSid"] }),
    });
    return inDatabase(db);
  } catch {
    return inMemory();
  }
}

const changed = (place: DetectionRef, held: StoredWork | undefined, events: readonly WorkEvent[]): StoredWork => ({
  ...place,
  work: events.reduce(reduceWork, held?.work ?? NO_WORK),
  changedAt: Date.now(),
});

const isOld = ({ work, changedAt }: StoredWork): boolean => !isPending(work) && changedAt < Date.now() - HISTORY_MS;
const keyOf = ({ userSid, detectionSid }: DetectionRef): string => `${userSid} ${detectionSid}`;

function inDatabase(db: IDBPDatabase<WorkDatabase>): WorkStore {
  return {
    isDurable: true,
    load: async (userSid) => {
      const all = await db.getAll("work", IDBKeyRange.bound([userSid], [userSid, []]));
      await Promise.all(all.filter(isOld).map((one) => db.delete("work", [userSid, one.detectionSid])));
      return all.filter((one) => !isOld(one));
    },
    read: async ({ userSid, detectionSid }) => (await db.get("work", [userSid, detectionSid])) ?? null,
    change: async (place, events) => {
      // Strict: when it resolves the disk has it, not only the operating system.
      const tx = db.transaction("work", "readwrite", { durability: "strict" });
      const now = changed(place, await tx.store.get([place.userSid, place.detectionSid]), events);
      await Promise.all([tx.store.put(now), tx.done]);
      return now;
    },
  };
}

function inMemory(): WorkStore {
  const held = new Map<string, StoredWork>();
  return {
    isDurable: false,
    load: async (userSid) => [...held.values()].filter((one) => one.userSid === userSid),
    read: async (place) => held.get(keyOf(place)) ?? null,
    change: async (place, events) => {
      const now = changed(place, held.get(keyOf(place)), events);
      held.set(keyOf(place), now);
      return now;
    },
  };
}
