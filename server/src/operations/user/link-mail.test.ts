import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config/config.ts";
import { type TestSmtpServer, startSmtpServer } from "../../testing/smtp-server.ts";
import { codeOf, createTestApi } from "../../testing/test-api.ts";

let good: TestSmtpServer;
let refusing: TestSmtpServer;
beforeAll(async () => {
  [good, refusing] = await Promise.all([startSmtpServer(), startSmtpServer({ refuses: true })]);
});
afterAll(() => Promise.all([good.close(), refusing.close()]));

const EMAIL = "ada@precount.test";
const ADA = { email: EMAIL, name: "Ada Lovelace", role: "user" as const, password: null };

/** An API with a mail server, and the response of creating the user Ada. */
async function createAda(SMTP_URL: string, publicUrl: string | null, settings: Record<string, string> = {}) {
  const { smtp } = readConfig({ SMTP_URL, MAIL_FROM: "stock@precount.test", ...settings });
  const api = await createTestApi({ smtp, publicUrl });
  try {
    const admin = await api.signIn({ role: "admin", name: "Grace Hopper" });
    const { link } = await admin.rpc.user.createUser.mutate(ADA);
    const token = new URL(link?.url ?? "").searchParams.get("token") ?? "";
    const reset = { email: EMAIL, password: "Shelf-photos-2026", token };
    return { link, code: await codeOf(api.anonymous.user.resetPassword.mutate(reset)) };
  } finally {
    await api.close();
  }
}

describe("the mail with a set-password link", () => {
  it("is short plain text, is sent to the person only, and links to PUBLIC_URL", async () => {
    const { link, code } = await createAda(good.url, "http://precount.example/");
    expect(link?.mail).toEqual({ state: "sent" });
    expect(code).toBe("not refused");
    expect(good.mails).toHaveLength(1);
    const [mail] = good.mails;
    expect(mail).toMatchObject({ from: "stock@precount.test", to: [EMAIL] });
    const raw = mail?.raw ?? "";
    expect(raw).toContain("Subject: Set your password for Precount\r\n");
    expect(raw).toContain("Content-Type: text/plain; charset=utf-8");
    // Quoted-printable: lines have at most 76 characters; a = at the end continues a line.
    const body = raw.slice(raw.indexOf("\r\n\r\n")).replaceAll("=\r\n", "").replaceAll("=3D", "=");
    expect(body).toContain("Hello Ada Lovelace,");
    expect(body).toContain("Grace Hopper asks you to set your password for Precount.");
    expect(link?.url.startsWith("http://precount.example/password/reset?token=")).toBe(true);
    expect(body).toContain(link?.url);
  });

  it("that the mail server refuses leaves the admin with a link that works", async () => {
    const { link, code } = await createAda(refusing.url, null);
    expect(link?.mail).toEqual({
      state: "failed",
      reason: `The mail to ${EMAIL} could not be sent: the mail server refused it or did not answer. Send the link to the user yourself.`,
    });
    expect(code).toBe("not refused");
    expect(refusing.mails).toEqual([]);
  });

  it("is not sent unencrypted with REQUIRE_TLS: a server that offers no TLS gets nothing", async () => {
    const mails = good.mails.length;
    const { link } = await createAda(good.url, null, { REQUIRE_TLS: "true" });
    expect(link?.mail.state).toBe("failed");
    expect(good.mails).toHaveLength(mails);
  });

  it("that cannot reach its server does not undo the creation of the account", async () => {
    const closed = await startSmtpServer();
    await closed.close();
    const { link, code } = await createAda(closed.url, null);
    expect(link?.mail.state).toBe("failed");
    expect(code).toBe("not refused");
  });
});

describe("the settings", () => {
  it("set the sender and reject invalid mail servers", () => {
    expect(readConfig({ SMTP_URL: "smtp://u:p@mail.example:587" }).smtp).toEqual({
      url: "smtp://u:p@mail.example:587",
      from: "precount@mail.example",
      requiresTls: false,
    });
    expect(readConfig({}).smtp).toBeNull();
    expect(() => readConfig({ SMTP_URL: "http://mail.example" })).toThrow("SMTP_URL: must look like");
  });
});
