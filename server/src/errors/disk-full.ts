/** A full disk or a used-up quota, as the operating system and PostgreSQL report it. */
const DISK_FULL_CODES = /^(53100|ENOSPC|EDQUOT)$/;

export const isDiskFullCode = (code: unknown): boolean => typeof code === "string" && DISK_FULL_CODES.test(code);

/** Whether the error or one of its causes means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && isDiskFullCode(cause.code)) return true;
  return false;
}
