import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type PhotoEvent, type QueuedPhoto, sortByTakenAt, isUnsent, reducePhoto } from "./queued-photo.ts";

interface PhotoDatabase extends DBSchema {
  photos: { key: string; value: QueuedPhoto };
  /** Apart, so that looking at what there is reads no picture. */
  bytes: { key: string; value: Blob };
  /** Small pictures, to know a photo again after its bytes are gone. */
  thumbs: { key: string; value: Blob };
}
const STORES = ["photos", "bytes", "thumbs"] as const;

/** What is sent is shown for this long. */
const SHOWN_MS = 24 * 3_600_000;

/**
 * The device's own durable copy. A photo is in it, whole, before anybody is told that it is taken; logging out leaves it, and only
 * the same person's photos are ever read.
 */
export interface PhotoStore {
  /** False where the browser keeps nothing, as in some private windows: then it lasts as long as the page. */
  isDurable: boolean;
  list(userSid: string): Promise<QueuedPhoto[]>;
  /** @throws where the disk is full */
  add(photo: QueuedPhoto, bytes: Blob, thumb: Blob | null): Promise<void>;
  bytes(key: string): Promise<Blob | null>;
  thumb(key: string): Promise<Blob | null>;
  change(key: string, event: PhotoEvent): Promise<QueuedPhoto | null>;
  /** False when the server has it already. */
  remove(key: string): Promise<boolean>;
}

export async function openPhotoStore(): Promise<PhotoStore> {
  try {
    return inDatabase(await openDatabase());
  } catch {
    return inMemory();
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

/** How many of anybody's photos are on this device alone. */
export async function countUnsentPhotos(): Promise<number> {
  try {
    const db = await openDatabase();
    return (await db.getAll("photos")).filter(isUnsent).length;
  } catch {
    return 0;
  }
}

/** At logout: what the server has goes, with its small pictures; what it does not have stays. */
export async function removeSentPhotos(): Promise<void> {
  try {
    const db = await openDatabase();
    const sent = (await db.getAll("photos")).filter((photo) => !isUnsent(photo));
    await Promise.all(sent.map(({ key }) => removeFrom(db, key)));
  } catch {
    // The browser keeps nothing at all.
  }
}

async function removeFrom(db: IDBPDatabase<PhotoDatabase>, key: string): Promise<void> {
  const tx = db.transaction(STORES, "readwrite", { durability: "strict" });
  await Promise.all([...STORES.map((name) => tx.objectStore(name).delete(key)), tx.done]);
}

const isOld = (photo: QueuedPhoto): boolean => !isUnsent(photo) && photo.takenAtMs < Date.now() - SHOWN_MS;

function inDatabase(db: IDBPDatabase<PhotoDatabase>): PhotoStore {
  return {
    isDurable: true,
    list: async (userSid) => {
      const own = (await db.getAll("photos")).filter((photo) => photo.userSid === userSid);
      await Promise.all(own.filter(isOld).map(({ key }) => removeFrom(db, key)));
      return sortByTakenAt(own.filter((photo) => !isOld(photo)));
    },
    add: async (photo, bytes, thumb) => {
      // Strict: when it resolves the disk has it, not only the operating system.
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
    change: async (key, event) => {
      const tx = db.transaction(["photos", "bytes"], "readwrite", { durability: "strict" });
      const held = await tx.objectStore("photos").get(key);
      if (!held) return null;
      const photo = reducePhoto(held, event);
      const acts: Promise<unknown>[] = [tx.objectStore("photos").put(photo), tx.done];
      if (!isUnsent(photo)) acts.push(tx.objectStore("bytes").delete(key));
      await Promise.all(acts);
      return photo;
    },
    remove: async (key) => {
      const held = await db.get("photos", key);
      if (held && !isUnsent(held)) return false;
      await removeFrom(db, key);
      return true;
    },
  };
}

export function inMemory(): PhotoStore {
  const photos = new Map<string, QueuedPhoto>();
  const blobs = new Map<string, { bytes: Blob | null; thumb: Blob | null }>();
  return {
    isDurable: false,
    list: async (userSid) => sortByTakenAt([...photos.values()].filter((photo) => photo.userSid === userSid)),
    add: async (photo, bytes, thumb) => {
      photos.set(photo.key, photo);
      blobs.set(photo.key, { bytes, thumb });
    },
    bytes: async (key) => blobs.get(key)?.bytes ?? null,
    thumb: async (key) => blobs.get(key)?.thumb ?? null,
    change: async (key, event) => {
      const held = photos.get(key);
      if (!held) return null;
      const photo = reducePhoto(held, event);
      photos.set(key, photo);
      if (!isUnsent(photo)) blobs.set(key, { bytes: null, thumb: blobs.get(key)?.thumb ?? null });
      return photo;
    },
    remove: async (key) => {
      const held = photos.get(key);
      if (held && !isUnsent(held)) return false;
      photos.delete(key);
      blobs.delete(key);
      return true;
    },
  };
}
