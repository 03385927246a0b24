import { type SetPasswordLink, type UserRow, createUserInputSchema } from "@precount/domain";
import type { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { hashPassword } from "../../auth/password.ts";
import { insertUser, readUser } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { makeLink, sendLink } from "./password-links.ts";

export const createUserInput = createUserInputSchema;

/** `link` is null when the admin has set the password, or the person is blocked from the start. */
export type NewUser = { user: UserRow; link: SetPasswordLink | null };

/** CONFLICT when somebody has the e-mail, in whatever letters. */
export async function createUser(
  context: SignedInContext,
  { password, ...given }: z.infer<typeof createUserInput>,
): Promise<NewUser> {
  const passwordHash = password === null ? null : await hashPassword(password);
  const { user, made } = await context.db.transaction(async (tx) => {
    const sid = newSid();
    if (!(await insertUser(tx, { sid, ...given, passwordHash }))) {
      throw new AppError("CONFLICT", `${given.email} has an account already.`);
    }
    noteAudit({ subject: { kind: "user", sid }, details: { role: given.role, isBlocked: given.isBlocked } });
    const row = await readUser(tx, sid);
    if (!row) throw new Error("a user who was just made cannot be read");
    const needsLink = password === null && !given.isBlocked;
    return { user: row, made: needsLink ? await makeLink(context, tx, row) : null };
  });
  return { user, link: made && (await sendLink(context, user, made)) };
}
