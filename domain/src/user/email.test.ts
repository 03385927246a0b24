import { describe, expect, test } from "vitest";
import { emailSchema } from "./email.ts";

describe("S5.04 an e-mail address is normalized", () => {
  test.each([
    ["  Ada@Example.COM\n", "ada@example.com"],
    ["\u{FEFF}ada@example.com\u{00A0}", "ada@example.com"],
    ["ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
    ["ﬁnn@example.com", "finn@example.com"],
    ["o'neil+stock@sub.example.co.uk", "o'neil+stock@sub.example.co.uk"],
    [`${"a".repeat(242)}@example.com`, `${"a".repeat(242)}@example.com`],
  ])("%j becomes %s", (typed, form) => {
    expect(emailSchema.parse(typed)).toBe(form);
    expect(emailSchema.parse(form)).toBe(form);
  });

  test.each([
    ["two ats", "ada@bob@example.com"],
    ["two ats, one of them full-width", "ada＠bob@example.com"],
    ["a header behind it", "ada@example.com\r\nBcc: eve@example.com"],
    ["a NUL", "ada\u0000@example.com"],
    ["an invisible letter", "a\u200Bda@example.com"],
    ["a right-to-left mark", "\u202Eada@example.com"],
    ["another alphabet's a", "аda@example.com"],
    ["a dotted capital I, which lowercases to two letters", "İda@example.com"],
    ["a name before it", "Ada <ada@example.com>"],
    ["two of them", "ada@example.com,eve@example.com"],
    ["no dot", "ada@localhost"],
    ["255 characters", `${"a".repeat(243)}@example.com`],
    ["a megabyte", "a".repeat(1_000_000)],
    ["a ligature that grows too long", `${"ﷺ".repeat(200)}@example.com`],
  ])("rejects %s", (_what, typed) => {
    const messages = emailSchema.safeParse(typed).error?.issues.map(({ message }) => message);
    expect([...new Set(messages)]).toEqual(["Invalid email address"]);
  });
});
