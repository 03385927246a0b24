import { DEFAULT_SIGN_IN_POLICY, type SignInPolicy } from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { signInPolicies } from "./schema/factors.ts";

export async function readSignInPolicy(db: Queryable): Promise<SignInPolicy> {
  const [row] = await db.select().from(signInPolicies);
  return row ? { requiredRoles: row.requiredRoles, idleMinutes: row.idleMinutes } : DEFAULT_SIGN_IN_POLICY;
}

export async function writeSignInPolicy(db: Queryable, policy: SignInPolicy): Promise<void> {
  await db.insert(signInPolicies).values(policy).onConflictDoUpdate({ target: signInPolicies.isOnly, set: policy });
}
