import { type AuthUser, type SetPasswordLink, type LinkMail, type UserRow, userCan } from "@precount/domain";
import { makePasswordLink, passwordLinkUrl } from "../../auth/password-link.ts";
import type { Queryable } from "../../db/connect.ts";
import type { InstallationLocation } from "../../db/installation.ts";
import { lockAccount } from "../../db/lock-account.ts";
import { readUser } from "../../db/users.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { commandLineCall } from "../../audit/command-line-call.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { changeInstallationAccount } from "./change-installation-account.ts";

export type UserWithLink = { user: UserRow; link: SetPasswordLink };

/** Creates a new link for a person without a password or who forgot it; an older link stops working (PD-45). */
export async function makeSetPasswordLink(
  context: SignedInContext,
  sid: string,
  origin: string,
): Promise<UserWithLink> {
  const { user, link } = await context.db.transaction(async (tx) => {
    const createdBy = context.session.user.sid;
    const locked = await lockAccount(tx, sid, createdBy);
    if (!locked) throw notFound("user");
    unwrapOrThrow(userCan.makeLink(locked.account, locked.actor));
    const row = await readUser(tx, sid);
    if (!row) throw notFound("user");
    const created = await createLink(tx, row, { origin, createdBy });
    await recordAudit(tx, context.call);
    return { user: row, link: created };
  });
  return { user, link: await sendLink(context, user, link) };
}

/**
 * The same from the command line, with or without a running server: for the only admin, who lost the password or let the generated one
 * expire. Returns the token. Throws OperatorError.
 */
export async function makeLinkTokenFor(place: InstallationLocation, email: string): Promise<string> {
  return changeInstallationAccount(place, email, async (tx, { user, isBlocked }) => {
    if (isBlocked) throw new OperatorError(`${user.email} is blocked.`);
    const { token } = await makePasswordLink(tx, user, user.sid);
    const call = commandLineCall("account", "user.makeSetPasswordLink");
    await recordAudit(tx, call, { subject: { kind: "user", sid: user.sid } });
    return token;
  });
}

type CreatedLink = Pick<SetPasswordLink, "url" | "expiresAt">;
type Recipient = Pick<AuthUser, "sid" | "name" | "email">;

/** Creates a link in the transaction of the call. @param origin of the web app, where the link leads */
export async function createLink(
  tx: Queryable,
  to: Recipient,
  { origin, createdBy }: { origin: string; createdBy: string },
): Promise<CreatedLink> {
  const { token, expiresAt } = await makePasswordLink(tx, to, createdBy);
  return { url: passwordLinkUrl(origin, token), expiresAt: expiresAt.toISOString() };
}

/** Mails the link where a mail server is set up. Call it after the transaction. If it fails, the admin still has the link. */
export async function sendLink(context: SignedInContext, to: Recipient, link: CreatedLink): Promise<SetPasswordLink> {
  return { ...link, mail: await mailLink(context, to, link) };
}

async function mailLink(
  { mailer, log, session }: SignedInContext,
  to: Recipient,
  link: CreatedLink,
): Promise<LinkMail> {
  if (mailer === null) return { state: "not set up" };
  try {
    await mailer.send({
      to: to.email,
      subject: "Set your password for Precount",
      text: [
        `Hello ${to.name},`,
        `${session.user.name} asks you to set your password for Precount. Open this link within 24 hours; it works once:`,
        link.url,
        "If you did not expect this mail, ignore it.",
      ].join("\n\n"),
    });
    return { state: "sent" };
  } catch (error) {
    log.error({ err: error, user: to.sid }, "a mail could not be sent");
    const reason = `The mail to ${to.email} could not be sent: the mail server refused it or did not answer. Send the link to the user yourself.`;
    return { state: "failed", reason };
  }
}
