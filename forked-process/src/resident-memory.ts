import { readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/** Resident memory of another process in bytes; 0 when there is no such process or no /proc (only Linux has it). */
export function residentMemoryBytes(pid: number | undefined): number {
  try {
    return PAGE_BYTES * Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]);
  } catch {
    return 0;
  }
}
