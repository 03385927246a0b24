import { type Transporter, createTransport } from "nodemailer";
import type { Config } from "../config/config.ts";

type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the mail server has taken it. Rejects within half a minute when it does not. */
  send(mail: Mail): Promise<void>;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** What the mail server's words hold of people stays out: they quote addresses. */
function inWords(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EAUTH") return "the mail server refused the user or password.";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "the mail server refused the mail or its addresses.";
  return `the mail server cannot be reached (${code || "no reason was given"}).`;
}

/** Mail through the operator's server, plain text; null when SMTP_URL is not set. Opens nothing before the first mail. `onEnd` hears why one failed, or null. */
export function createMailer(
  { smtp }: Pick<Config, "smtp">,
  onEnd: (failure: string | null) => void = () => undefined,
): Mailer | null {
  if (smtp === null) return null;
  const transport: Transporter = createTransport(
    {
      url: smtp.url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // A mail of ours is text; nothing in it makes the server read files or open addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: smtp.from },
  );
  return {
    // As an object: a list of addresses in one text would be several.
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ to: { name: "", address: to }, subject, text });
        onEnd(null);
      } catch (error) {
        onEnd(inWords(error));
        throw error;
      }
    },
  };
}
