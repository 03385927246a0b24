import { pino } from "pino";
import { expect, it } from "vitest";
import { type StorageErrorKind, StorageError } from "../errors/storage-error.ts";
import { requireUsableStore } from "./require-usable-store.ts";

const log = pino({ level: "silent" });

/** A store whose check fails with an error of the operating system. */
const failing = (kind: StorageErrorKind, code: string) => ({
  check: async () => {
    throw new StorageError(kind, Object.assign(new Error(`${code}: raw text`), { code, path: "/data/blobs" }));
  },
});

it("refuses a folder that this user cannot write, and says what to do", async () => {
  await expect(requireUsableStore(failing("unavailable", "EACCES"), log)).rejects.toThrow(
    "/data/blobs cannot be used: this user is not allowed to access it. Run Precount as the owner of DATA_DIR, or change the owner of all files there to this user.",
  );
  await expect(requireUsableStore(failing("unavailable", "EROFS"), log)).rejects.toThrow(
    /^\/data\/blobs cannot be used: its disk is read-only\.$/,
  );
});

it.each<[StorageErrorKind, string]>([
  ["full", "ENOSPC"],
  ["unavailable", "EIO"],
  ["away", "ECONNREFUSED"],
])("accepts a store whose error may pass: %s, %s", async (kind, code) => {
  await expect(requireUsableStore(failing(kind, code), log)).resolves.toBeUndefined();
});
