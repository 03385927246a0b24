/** The reasons why a file or folder cannot be used, by the codes of the operating system that the operator can fix. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is a file, not a folder",
  EISDIR: "it is a folder",
  EEXIST: "a file with this name exists already",
  EACCES: "this user is not allowed to access it",
  EPERM: "this user is not allowed to access it",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "the disk quota of this user is used up",
};

/** Why a file or folder cannot be used, as the end of a sentence. Null for an error with another cause. */
export function fileErrorReason(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? (REASONS[code] ?? null) : null;
}
