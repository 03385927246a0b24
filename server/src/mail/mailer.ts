import { type Transporter, createTransport } from "nodemailer";
import type { Config } from "../config/config.ts";

type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the mail server has accepted the mail. Rejects within half a minute otherwise. */
  send(mail: Mail): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Describes an error without the mail server's text, which quotes addresses. */
function describeFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EAUTH") return "the mail server refused the user or password.";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "the mail server refused the mail or its addresses.";
  return `the mail server cannot be reached (${code || "no reason was given"}).`;
}

/**
 * Sends plain-text mail through the operator's server; null if SMTP_URL is not set. Connects on the first mail. `onEnd` is called after
 * each mail with the reason of its failure, or null.
 */
export function createMailer(
  { smtp }: Pick<Config, "smtp">,
  onEnd: (failure: string | null) => void = () => undefined,
): Mailer | null {
  if (smtp === null) return null;
  const transport: Transporter = createTransport(
    {
      url: smtp.url,
      // Otherwise TLS is used where the server offers it, so that an attacker in between could hide the offer.
      requireTLS: smtp.requiresTls,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Mails are plain text: nodemailer must not read files or URLs for their content.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: smtp.from },
  );
  return {
    // `to` is an object, because nodemailer splits a string at commas into several addresses.
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ to: { name: "", address: to }, subject, text });
        onEnd(null);
      } catch (error) {
        onEnd(describeFailure(error));
        throw error;
      }
    },
  };
}
