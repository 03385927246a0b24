import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { memoryStore } from "../../durable-queue/memory-store.ts";
import type { QueueStore } from "../../durable-queue/queue-types.ts";
import { type PhotoEvent, type QueuedPhoto, isExpired, isUnsent, reducePhoto } from "./queued-photo.ts";

interface PhotoDatabase extends DBSchema {
  photos: { key: string; value: QueuedPhoto };
  /** Apart from the photos' records, so that listing them reads no image data. */
  bytes: { key: string; value: Blob };
  /** Thumbnails stay after the bytes are deleted. */
  thumbs: { key: string; value: Blob };
}
const STORES = ["photos", "bytes", "thumbs"] as const;

/** One person's photos on this device. Logging out leaves unsent ones; no other user ever reads them. */
export interface PhotoStore extends QueueStore<QueuedPhoto, PhotoEvent> {
  /** @throws when the disk is full */
  add(photo: QueuedPhoto, bytes: Blob, thumb: Blob | null): Promise<void>;
  bytes(key: string): Promise<Blob | null>;
  thumb(key: string): Promise<Blob | null>;
  /** False when the photo is sent already. */
  remove(key: string): Promise<boolean>;
}

export async function openPhotoStore(userSid: string): Promise<PhotoStore> {
  try {
    return databaseStore(await openDatabase(), userSid);
  } catch {
    return memoryPhotoStore();
  }
}

const openDatabase = (): Promise<IDBPDatabase<PhotoDatabase>> =>
  openDB<PhotoDatabase>("precount-photos", 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore("photos", { keyPath: "key" });
      fresh.createObjectStore("bytes");
      fresh.createObjectStore("thumbs");
    },
  });

/** Number of photos, of all users, that exist only on this device. */
export async function countUnsentPhotos(): Promise<number> {
  try {
    const db = await openDatabase();
    return (await db.getAll("photos")).filter(isUnsent).length;
  } catch {
    return 0;
  }
}

/** At logout: deletes sent photos with their thumbnails and leaves unsent ones. */
export async function removeSentPhotos(): Promise<void> {
  try {
    const db = await openDatabase();
    const sent = (await db.getAll("photos")).filter((photo) => !isUnsent(photo));
    await Promise.all(sent.map(({ key }) => removeFrom(db, key)));
  } catch {
    // The browser stores nothing.
  }
}

async function removeFrom(db: IDBPDatabase<PhotoDatabase>, key: string): Promise<void> {
  const tx = db.transaction(STORES, "readwrite", { durability: "strict" });
  await Promise.all([...STORES.map((name) => tx.objectStore(name).delete(key)), tx.done]);
}

function databaseStore(db: IDBPDatabase<PhotoDatabase>, userSid: string): PhotoStore {
  return {
    isDurable: true,
    list: async () => {
      const own = (await db.getAll("photos")).filter((photo) => photo.userSid === userSid);
      const nowMs = Date.now();
      await Promise.all(own.filter((photo) => isExpired(photo, nowMs)).map(({ key }) => removeFrom(db, key)));
      return own.filter((photo) => !isExpired(photo, nowMs));
    },
    read: async (key) => (await db.get("photos", key)) ?? null,
    add: async (photo, bytes, thumb) => {
      // Strict: when it resolves the data is on the disk, not only with the operating system.
      const tx = db.transaction(STORES, "readwrite", { durability: "strict" });
      const puts: Promise<unknown>[] = [
        tx.objectStore("photos").put(photo),
        tx.objectStore("bytes").put(bytes, photo.key),
      ];
      if (thumb) puts.push(tx.objectStore("thumbs").put(thumb, photo.key));
      await Promise.all([...puts, tx.done]);
    },
    bytes: async (key) => (await db.get("bytes", key)) ?? null,
    thumb: async (key) => (await db.get("thumbs", key)) ?? null,
    change: async ({ key }, events) => {
      const tx = db.transaction(["photos", "bytes"], "readwrite", { durability: "strict" });
      const stored = await tx.objectStore("photos").get(key);
      if (!stored) return null;
      const photo = events.reduce(reducePhoto, stored);
      const writes: Promise<unknown>[] = [tx.objectStore("photos").put(photo), tx.done];
      if (!isUnsent(photo)) writes.push(tx.objectStore("bytes").delete(key));
      await Promise.all(writes);
      return photo;
    },
    remove: async (key) => {
      const stored = await db.get("photos", key);
      if (stored && !isUnsent(stored)) return false;
      await removeFrom(db, key);
      return true;
    },
  };
}

/** Where the browser stores nothing, as in some private windows. */
export function memoryPhotoStore(): PhotoStore {
  const photos = new Map<string, QueuedPhoto>();
  const blobs = new Map<string, { bytes: Blob | null; thumb: Blob | null }>();
  const store = memoryStore({ keyOf: ({ key }) => key, reduce: reducePhoto, createsOnChange: false }, photos);
  return {
    ...store,
    add: async (photo, bytes, thumb) => {
      photos.set(photo.key, photo);
      blobs.set(photo.key, { bytes, thumb });
    },
    bytes: async (key) => blobs.get(key)?.bytes ?? null,
    thumb: async (key) => blobs.get(key)?.thumb ?? null,
    change: async (initial, events) => {
      const photo = await store.change(initial, events);
      if (photo && !isUnsent(photo)) blobs.set(photo.key, { bytes: null, thumb: blobs.get(photo.key)?.thumb ?? null });
      return photo;
    },
    remove: async (key) => {
      const stored = photos.get(key);
      if (stored && !isUnsent(stored)) return false;
      photos.delete(key);
      blobs.delete(key);
      return true;
    },
  };
}
