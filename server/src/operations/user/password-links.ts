import { type AuthUser, type SetPasswordLink, type LinkMail, type UserRow, userCan } from "@precount/domain";
import { makePasswordLink } from "../../auth/password-link.ts";
import { publicOrigin } from "../../auth/public-origin.ts";
import type { Queryable } from "../../db/connect.ts";
import { lockAccount, readUser } from "../../db/users.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

export type UserWithLink = { user: UserRow; link: SetPasswordLink };

/** A new link for somebody who has none or forgot the password; the older one works no more (decision 45). */
export async function makeSetPasswordLink(context: SignedInContext, sid: string): Promise<UserWithLink> {
  const { user, made } = await context.db.transaction(async (tx) => {
    const held = await lockAccount(tx, sid, context.session.user.sid);
    if (!held) throw notFound("user");
    orRefuse(userCan.makeLink(held.account, held.actor));
    const row = await readUser(tx, sid);
    if (!row) throw notFound("user");
    return { user: row, made: await makeLink(context, tx, row) };
  });
  return { user, link: await sendLink(context, user, made) };
}

type MadeLink = Pick<SetPasswordLink, "url" | "expiresAt">;
type Addressee = Pick<AuthUser, "sid" | "name" | "email">;

/** Within the transaction that it belongs to. */
export async function makeLink(context: SignedInContext, tx: Queryable, to: Addressee): Promise<MadeLink> {
  const { token, expiresAt } = await makePasswordLink(tx, to, context.session.user.sid);
  const origin = publicOrigin(context.request, context.config);
  return { url: `${origin}/password/reset?token=${token}`, expiresAt: expiresAt.toISOString() };
}

/** After the transaction: mails the link where mail is set up. A mail that fails loses nothing, the admin has the link. */
export async function sendLink(context: SignedInContext, to: Addressee, link: MadeLink): Promise<SetPasswordLink> {
  return { ...link, mail: await mailLink(context, to, link) };
}

async function mailLink({ mailer, log, session }: SignedInContext, to: Addressee, link: MadeLink): Promise<LinkMail> {
  if (mailer === null) return { state: "not set up" };
  try {
    await mailer.send({
      to: to.email,
      subject: "Set your password for Precount",
      text: [
        `Hello ${to.name},`,
        `${session.user.name} asks you to set your password for Precount. Open this link within 24 hours; it works once:`,
        link.url,
        "If you did not expect this, you need not do anything.",
      ].join("\n\n"),
    });
    return { state: "sent" };
  } catch (error) {
    log.error({ err: error, user: to.sid }, "a mail could not be sent");
    const reason = `The mail to ${to.email} could not be sent: the mail server refused it or did not answer. Pass the link on yourself.`;
    return { state: "failed", reason };
  }
}
