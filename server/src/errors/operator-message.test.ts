import { expect, it } from "vitest";
import { operatorMessage } from "./operator-message.ts";

const fileError = (code: string) => Object.assign(new Error(`${code}: raw text`), { code, path: "/backup/snapshots" });

it.each([
  ["ENOTDIR", "/backup/snapshots cannot be used: a part of its path is a file, not a folder."],
  ["EACCES", "/backup/snapshots cannot be used: this user is not allowed to access it."],
  ["ENOENT", null],
])("says in words why a file or folder cannot be used: %s", (code, message) => {
  expect(operatorMessage(fileError(code))).toBe(message);
});

it("says that the disk is full, also if the error does not name the file", () => {
  const full = { code: "ENOSPC", syscall: "write" };
  expect(operatorMessage(Object.assign(new Error("ENOSPC: no space left"), full))).toBe(
    "A file cannot be written: its disk is full.",
  );
  expect(operatorMessage(fileError("ENOSPC"))).toBe("/backup/snapshots cannot be written: its disk is full.");
});
