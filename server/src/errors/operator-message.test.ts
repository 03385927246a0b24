import { expect, it } from "vitest";
import { StorageError } from "./storage-error.ts";
import { operatorMessage } from "./operator-message.ts";

const fileError = (code: string) => Object.assign(new Error(`${code}: raw text`), { code, path: "/backup/snapshots" });

it.each([
  ["ENOTDIR", "/backup/snapshots cannot be used: a part of its path is a file, not a folder."],
  ["EACCES", "/backup/snapshots cannot be used: this user is not allowed to access it."],
  ["ENOENT", null],
])("says in words why a file or folder cannot be used: %s", (code, message) => {
  expect(operatorMessage(fileError(code))).toBe(message);
});

it("says that a folder cannot be created in one of the system", () => {
  const missing = { code: "ENOENT", syscall: "mkdir", path: "/proc/backup" };
  expect(operatorMessage(Object.assign(new Error("ENOENT: raw text"), missing))).toBe(
    "/proc/backup cannot be created: its folder takes no new folders.",
  );
});

it("says that the disk is full, also if the error does not name the file", () => {
  const full = { code: "ENOSPC", syscall: "write" };
  expect(operatorMessage(Object.assign(new Error("ENOSPC: no space left"), full))).toBe(
    "A file cannot be written: its disk is full.",
  );
  expect(operatorMessage(fileError("ENOSPC"))).toBe("/backup/snapshots cannot be written: its disk is full.");
  expect(operatorMessage(Object.assign(new Error("could not extend file"), { code: "53100" }))).toBe(
    "The disk of the database is full (could not extend file). Free space and run the command again.",
  );
});

it("names the file of a storage error instead of the message for users", () => {
  const readOnly = new StorageError("unavailable", fileError("EROFS"));
  expect(operatorMessage(readOnly)).toBe("/backup/snapshots cannot be used: its disk is read-only.");
  expect(operatorMessage(new StorageError("away", new Error("socket hang up")))).toContain("cannot reach");
});
