import { createHash, randomInt } from "node:crypto";
import { RECOVERY_CODE_COUNT } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { replaceRecoveryCodes } from "../../db/factors.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const GROUPS = 6;
const GROUP_LENGTH = 4;

/** @param code without hyphens */
export const hashRecoveryCode = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Replaces a user's recovery codes. They are returned once; only their hashes are stored. */
export async function makeRecoveryCodes(tx: Queryable, userSid: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
    ).join("-"),
  );
  await replaceRecoveryCodes(
    tx,
    userSid,
    codes.map((code) => hashRecoveryCode(code.replaceAll("-", ""))),
  );
  return codes;
}
