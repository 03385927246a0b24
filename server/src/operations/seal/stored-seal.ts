import type { Seal } from "@precount/domain";
import type { SealRow } from "../../db/seals/seals.ts";

export const toSeal = ({ statement, signature, publicKey }: SealRow): Seal => ({
  statement,
  signature: signature.toString("base64url"),
  publicKey: publicKey.toString("base64url"),
});
