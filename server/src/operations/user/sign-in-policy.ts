import { type SignInPolicy, signInPolicySchema } from "@precount/domain";
import { recordAudit } from "../../audit/record-audit.ts";
import { readSignInPolicy, writeSignInPolicy } from "../../db/sign-in-policy.ts";
import type { SignedInContext } from "../context.ts";

export const signInPolicyInput = signInPolicySchema;

export const fetchSignInPolicy = ({ db }: SignedInContext): Promise<SignInPolicy> => readSignInPolicy(db);

/** Sets the sign-in rules of the installation. They apply to open sessions too. */
export async function setSignInPolicy({ db, call }: SignedInContext, policy: SignInPolicy): Promise<SignInPolicy> {
  return db.transaction(async (tx) => {
    await writeSignInPolicy(tx, policy);
    await recordAudit(tx, call, { subject: { kind: "server", sid: "sign-in policy" }, details: policy });
    return policy;
  });
}
