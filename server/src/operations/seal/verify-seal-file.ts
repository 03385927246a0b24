import type { FileVerdict, SealFile } from "@precount/domain";
import { sealFileJson } from "./report-files.ts";
import { sameBytes } from "./same-bytes.ts";
import { type SealLibrary, findSealProblem, toKnownSeal, toVerifiedReport } from "./seal-library.ts";

/** Verifies the signature of a seal file. It has no rows. */
export async function verifySealFile(
  { file, path, named }: { file: SealFile; path: string; named: string | null },
  library: SealLibrary,
): Promise<FileVerdict> {
  const problem = findSealProblem(file.seal, library);
  if (problem !== null) return { kind: "forged", reason: problem };
  const own = toKnownSeal(file.seal, null);
  const report = toVerifiedReport(own);
  if (file.closeCode !== own.closeCode) {
    const difference = { kind: "part", part: "Close code", was: own.closeCode, is: file.closeCode } as const;
    return { kind: "changed", report, differences: [difference], count: 1 };
  }
  if (named !== null && named !== own.closeCode) return { kind: "swapped", report, named };
  const isUnchanged = await sameBytes(one(sealFileJson(file.seal)), path);
  return { kind: isUnchanged ? "unchanged" : "re-saved", report };
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}
