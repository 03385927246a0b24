import { type SetPasswordLink, type UserRow, createUserInputSchema } from "@precount/domain";
import type { z } from "zod";
import { rejectLeakedPassword } from "../../auth/leaked-passwords.ts";
import { hashPassword } from "../../auth/password.ts";
import { insertUser, readUser } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../context.ts";
import { createLink, sendLink } from "./password-links.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const createUserInput = createUserInputSchema;

/** `link` is null when the admin set a password, or when the person is blocked from the start. */
export type NewUser = { user: UserRow; link: SetPasswordLink | null };

/** Creates a user. Throws CONFLICT when the e-mail has an account, ignoring case. @param origin where the link leads */
export async function createUser(
  context: SignedInContext,
  { password, ...given }: z.infer<typeof createUserInput>,
  origin: string,
): Promise<NewUser> {
  if (password !== null) await rejectLeakedPassword(password);
  const passwordHash = password === null ? null : await hashPassword(password);
  const { user, link } = await context.db.transaction(async (tx) => {
    const sid = newSid();
    if (!(await insertUser(tx, { sid, ...given, passwordHash }))) {
      throw new AppError("CONFLICT", `${given.email} already has an account.`);
    }
    const details = { role: given.role, isBlocked: given.isBlocked };
    await recordAudit(tx, context.call, { subject: { kind: "user", sid }, details });
    const row = await readUser(tx, sid);
    if (!row) throw new Error("the new user cannot be read");
    const needsLink = password === null && !given.isBlocked;
    return {
      user: row,
      link: needsLink ? await createLink(tx, row, { origin, createdBy: context.session.user.sid }) : null,
    };
  });
  return { user, link: link && (await sendLink(context, user, link)) };
}
