import { describe, expect, test } from "vitest";
import { sidSchema } from "../common/id.ts";
import { decodeResetToken } from "./reset-token.ts";
import { emailSchema } from "./email.ts";
import { loginInputSchema, passwordSchema, roleSchema, userNameSchema } from "./user.ts";

type Checked = { error?: { issues: { message: string }[] } | undefined };
const messages = ({ error }: Checked) => error?.issues.map((issue) => issue.message) ?? [];

test.each([
  ["ada@example.com", []],
  ["ada", ["Invalid email address"]],
  ["", ["Invalid email address"]],
  [`${"a".repeat(250)}@example.com`, ["Invalid email address"]],
])("S5.04 e-mail %j", (email, expected) => {
  expect([...new Set(messages(emailSchema.safeParse(email)))]).toEqual(expected);
});

test.each([
  ["Ada", []],
  [" Al ", ["Name must be at least 3 characters long"]],
  ["Ådå 日本 O'Neil", []],
  ["Ada\nBcc: eve", ["Name must not contain control characters"]],
  ["Ada \u202Enimda", ["Name must not contain control characters"]],
])("S5.05 name %j", (name, expected) => {
  expect(messages(userNameSchema.safeParse(name))).toEqual(expected);
});

test.each([
  ["Abcdefg1", []],
  [`Aa1${"x".repeat(97)}`, []],
  ["Abcdef1", ["Password must be at least 8 characters long"]],
  [`Aa1${"x".repeat(98)}`, ["Password must be no more than 100 characters long"]],
  ["ABCDEFG1", ["Password must include at least one lowercase letter"]],
  ["abcdefg1", ["Password must include at least one uppercase letter"]],
  ["Abcdefgh", ["Password must include at least one digit"]],
  [
    "",
    [
      "Password must be at least 8 characters long",
      "Password must include at least one lowercase letter",
      "Password must include at least one uppercase letter",
      "Password must include at least one digit",
    ],
  ],
])("S5.06 S9.05 password %j", (password, expected) => {
  expect(messages(passwordSchema.safeParse(password))).toEqual(expected);
});

test("S5.07 role: user or admin", () => {
  expect(roleSchema.options).toEqual(["user", "admin"]);
  expect(roleSchema.safeParse("owner").success).toBe(false);
});

test.each(["abcdefghijklmnopqrstuvw", "ABCDEFGHIJKLMNOPQRSTUVWX", "abcdefghijklmnopqrstuvw-", ""])(
  "S5.09 %j is no id",
  (id) => {
    expect(messages(sidSchema.safeParse(id))).toEqual(["Invalid cuid2 format"]);
  },
);

test("signing in accepts passwords from before the rules; remember-me is off by default", () => {
  expect(loginInputSchema.parse({ email: "ada@example.com", password: "x" }).remember).toBe(false);
});

const encode = (claims: unknown): string => {
  const bytes = encodeURIComponent(JSON.stringify(claims)).replaceAll(/%([0-9A-F]{2})|[^%]/g, (match, hex?: string) =>
    (hex === undefined ? match.charCodeAt(0) : Number.parseInt(hex, 16)).toString(2).padStart(8, "0"),
  );
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return (bytes.match(/.{1,6}/g) ?? []).map((bits) => alphabet[Number.parseInt(bits.padEnd(6, "0"), 2)]).join("");
};

const token = (claims: unknown) => `head.${encode(claims)}.signature`;

describe("S3.19 S5.11 reset token", () => {
  const now = Date.parse("2026-11-21T05:40:00Z");
  const exp = now / 1000 + 60;

  test("decodes expiry and e-mail from the middle segment", () => {
    expect(decodeResetToken(token({ exp, sub: "ada@example.com", name: "Ådå 日本" }), now)).toEqual({
      ok: true,
      value: { exp, sub: "ada@example.com" },
    });
    // Standard base64url, as other programs write it.
    const known = "x.eyJleHAiOjQxMDI0NDQ4MDAsInN1YiI6ImFkYUBleGFtcGxlLmNvbSJ9.y";
    expect(decodeResetToken(known, now)).toMatchObject({ value: { exp: 4_102_444_800, sub: "ada@example.com" } });
  });
  test("refuses an expired token with 'Password reset token has expired'", () => {
    const refusal = { ok: false, kind: "invalid", reason: "Password reset token has expired" };
    expect(decodeResetToken(token({ exp: now / 1000, sub: "ada@example.com" }), now)).toEqual(refusal);
  });
  test.each([
    "",
    "abc",
    "a.b",
    "a.!!!.c",
    "a._w.c",
    "a.e30.c",
    "a.b.c.d",
    token({ exp: "soon", sub: "ada@example.com" }),
    token({ exp, sub: "ada" }),
  ])("refuses %j with 'Invalid token'", (bad) => {
    expect(decodeResetToken(bad, now)).toEqual({ ok: false, kind: "invalid", reason: "Invalid token" });
  });
});
