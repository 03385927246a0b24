import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("settings", () => {
  it("have defaults, for an empty variable too", () => {
    const defaults = { host: "0.0.0.0", port: 3000, databaseUrl: null, logLevel: "info", trustProxy: false };
    expect(readConfig({})).toMatchObject(defaults);
    expect(readConfig({ PORT: "", DATABASE_URL: "", TRUST_PROXY: "" })).toMatchObject(defaults);
  });

  it("are read from the environment", () => {
    const config = readConfig({
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: "/srv/precount",
      DATABASE_URL: "postgresql://precount@db/precount",
      ADMIN_EMAIL: "ada@precount.test",
      ADMIN_PASSWORD: "Shelf-photos-2026",
      TRUST_PROXY: "true",
      PUBLIC_URL: "https://precount.example",
      PRECOUNT_COMMIT: "abc",
      UNKNOWN: "is ignored",
    });
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 0,
      dataDir: "/srv/precount",
      databaseUrl: "postgresql://precount@db/precount",
      admin: { email: "ada@precount.test", password: "Shelf-photos-2026" },
      trustProxy: true,
      publicUrl: "https://precount.example",
      commit: "abc",
    });
  });

  it("of a work-account provider name it by its host, or as people do", () => {
    const OIDC_ISSUER = "https://login.microsoftonline.com/tenant/v2.0";
    expect(readConfig({}).workAccount).toBeNull();
    expect(readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: "x" }).workAccount).toEqual({
      issuer: OIDC_ISSUER,
      clientId: "x",
      name: "Microsoft",
      tenants: [],
      trustsEmail: false,
      domainHint: null,
    });
    const other = {
      OIDC_ISSUER: "https://id.example/realms/shop",
      OIDC_CLIENT_ID: "x",
      MSAL_DOMAIN_HINT: "shop.example",
    };
    expect(readConfig(other).workAccount).toMatchObject({ name: "id.example", domainHint: "shop.example" });
    const tenants = ["11111111-2222-3333-4444-555555555555", "AAAAAAAA-2222-3333-4444-555555555555"];
    const several = { ...other, OIDC_NAME: "The Shop", OIDC_TENANTS: tenants.join(", "), OIDC_TRUST_EMAIL: "true" };
    expect(readConfig(several).workAccount).toMatchObject({
      name: "The Shop",
      tenants: tenants.map((tenant) => tenant.toLowerCase()),
      trustsEmail: true,
    });
  });

  it.each([
    [{ OIDC_ISSUER: "https://id.example" }, "OIDC_CLIENT_ID: is needed with OIDC_ISSUER"],
    [{ VISION_API_KEY: "x" }, "VISION_API_URL: is needed with VISION_API_KEY"],
    [{ VISION_API_MODEL: "x" }, "VISION_API_URL: is needed with VISION_API_MODEL"],
    [{ VISION_API_URL: "https://api.example/v1" }, "VISION_API_MODEL: is needed with VISION_API_URL"],
    [
      { VISION_API_URL: "http://api.example/v1", VISION_API_MODEL: "x", VISION_API_KEY: "x" },
      "VISION_API_URL: must be an https address where there is a key",
    ],
    [
      { VISION_API_URL: "https://me:secret@api.example/v1", VISION_API_MODEL: "x" },
      "VISION_API_URL: must be an address such as https://api.example/v1, without user and password",
    ],
    [
      { VISION_API_URL: "https://api.example", VISION_API_MODEL: "x", VISION_API_KEY: "two\nlines" },
      "VISION_API_KEY: must be one line without spaces",
    ],
    [{ OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: is needed with OIDC_CLIENT_ID"],
    [{ OIDC_ISSUER: "http://id.example", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: must be an https address"],
    [{ OIDC_ISSUER: "ftp://localhost", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: must be an https address"],
    [{ OIDC_ISSUER: "id.example", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: must be an https address"],
    [{ OIDC_TENANTS: "common" }, "OIDC_TENANTS: must be tenants' ids, joined by commas"],
    [{ OIDC_TRUST_EMAIL: "perhaps" }, "OIDC_TRUST_EMAIL: use true or false"],
  ])("of a work-account provider are checked: %j", (given, message) => {
    expect(() => readConfig(given)).toThrow(message);
  });

  it("are refused all at once, each by its name and in words", () => {
    const wrong = {
      PORT: "70000",
      DATABASE_URL: "mysql://x",
      ADMIN_EMAIL: "ada",
      TRUST_PROXY: "perhaps",
      PUBLIC_URL: "here",
    };
    expect(() => readConfig(wrong)).toThrow(
      [
        "These settings cannot be used:",
        "  PORT: must be a whole number from 0 to 65535",
        "  DATABASE_URL: must look like postgresql://user:password@host:5432/database",
        "  ADMIN_EMAIL: Invalid email address",
        "  TRUST_PROXY: use true, false or 1 to 9",
        "  PUBLIC_URL: must be an address such as https://precount.example",
      ].join("\n"),
    );
  });
});
