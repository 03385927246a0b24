import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

function refusalOf(given: Record<string, string>): string {
  try {
    readConfig(given);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

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

  it("of a model server", () => {
    expect(readConfig({ KSERVE_URL: "" }).modelServer).toBeNull();
    const given = { KSERVE_URL: "https://triton.example/models", KSERVE_TOKEN: "x" };
    const modelServer = { url: "https://triton.example/models", token: "x", isBinary: false };
    expect(readConfig(given).modelServer).toEqual(modelServer);
    expect(readConfig({ ...given, KSERVE_BINARY: "true" }).modelServer).toEqual({ ...modelServer, isBinary: true });
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
    [{ KSERVE_TOKEN: "x" }, "KSERVE_URL: is needed with KSERVE_TOKEN"],
    [
      { KSERVE_URL: "http://triton:8000", KSERVE_TOKEN: "x" },
      "KSERVE_URL: must be an https address where there is a token",
    ],
    [
      { KSERVE_URL: "triton:8000" },
      "KSERVE_URL: must be an address such as http://triton:8000, without user and password",
    ],
    [
      { KSERVE_URL: "https://triton.example", KSERVE_TOKEN: "two\nlines" },
      "KSERVE_TOKEN: must be one line without spaces",
    ],
    [{ KSERVE_URL: "http://triton:8000", KSERVE_BINARY: "perhaps" }, "KSERVE_BINARY: use true or false"],
    [{ SENTRY_DSN: "https://sentry.example/1" }, "SENTRY_DSN: must look like https://key@sentry.example/1"],
    [{ SENTRY_DSN: "http://key@sentry.example/1" }, "SENTRY_DSN: must be an https address"],
    [{ OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: is needed with OIDC_CLIENT_ID"],
    [{ OIDC_ISSUER: "http://id.example", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: must be an https address"],
    [{ OIDC_ISSUER: "ftp://localhost", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: must be an https address"],
    [{ OIDC_ISSUER: "id.example", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER: must be an https address"],
    [{ OIDC_TENANTS: "common" }, "OIDC_TENANTS: must be tenants' ids, joined by commas"],
    [{ OIDC_TRUST_EMAIL: "perhaps" }, "OIDC_TRUST_EMAIL: use true or false"],
  ])("that belong together are checked: %j", (given, message) => {
    expect(() => readConfig(given)).toThrow(message);
  });

  it.each<[Record<string, string>, string]>([
    [{ HOST: "http://localhost" }, "HOST: must be an address of this machine, such as 127.0.0.1"],
    [{ PORT: "eighty" }, "PORT: must be a whole number from 0 to 65535"],
    [{ PORT: "-1" }, "PORT: must be a whole number from 0 to 65535"],
    [{ METRICS_PORT: "99999" }, "METRICS_PORT: must be a whole number from 0 to 65535"],
    [{ SHUTDOWN_DELAY_SECONDS: "5s" }, "SHUTDOWN_DELAY_SECONDS: must be a whole number from 0 to 60"],
    ...["mysql://h/d", "db.example", "postgresql://u:p#w@h/d", "postgresql://h:x/d", "postgresql://u:p@h"].map(
      (url): [Record<string, string>, string] => [{ DATABASE_URL: url }, "DATABASE_URL: must look like postgresql://"],
    ),
    [{ S3_BUCKET: "My_Bucket" }, "S3_BUCKET: must be a bucket's name: 3 to 63 lower-case letters"],
    [{ S3_BUCKET: "photos", S3_PREFIX: "precount" }, "S3_PREFIX: must end with a slash"],
    [{ S3_BUCKET: "photos", S3_ENDPOINT: "s3.example:9000" }, "S3_ENDPOINT: must be an address such as"],
    [{ S3_BUCKET: "photos", S3_ENDPOINT: "https://id:key@s3.example" }, "S3_ENDPOINT: must be an address such as"],
    [{ S3_BUCKET: "photos", S3_REGION: "eu central" }, "S3_REGION: must be a region such as eu-central-1"],
    [{ S3_BUCKET: "photos", S3_ACCESS_KEY_ID: "abc" }, "S3_SECRET_ACCESS_KEY: is needed with S3_ACCESS_KEY_ID"],
    [{ S3_BUCKET: "photos", S3_SECRET_ACCESS_KEY: "abcdefgh" }, "S3_ACCESS_KEY_ID: is needed with S3_SECRET"],
    [
      { S3_BUCKET: "photos", S3_ACCESS_KEY_ID: "abc", S3_SECRET_ACCESS_KEY: "two words" },
      "S3_SECRET_ACCESS_KEY: must be one line without spaces",
    ],
    [
      { S3_BUCKET: "photos", S3_ACCESS_KEY_ID: "abc\n", S3_SECRET_ACCESS_KEY: "abcdefgh" },
      "S3_ACCESS_KEY_ID: must have 3 to 128 characters, without spaces",
    ],
    [{ S3_ENDPOINT: "https://s3.example" }, "S3_BUCKET: is needed with the other S3 settings"],
    [{ ADMIN_EMAIL: "ada" }, "ADMIN_EMAIL: Invalid email address"],
    [{ ADMIN_PASSWORD: "Short-1" }, "ADMIN_PASSWORD: Password must be at least 8 characters long"],
    [{ ADMIN_PASSWORD: "x" }, "ADMIN_PASSWORD: Password must be at least 8 characters long; Password must include"],
    [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL: Invalid option: expected one of "trace"'],
    [{ TRUST_PROXY: "10" }, "TRUST_PROXY: use true, false or 1 to 9"],
    [{ PUBLIC_URL: "precount.example" }, "PUBLIC_URL: must be an address such as https://precount.example"],
    [{ PUBLIC_URL: "https://shop.example/precount" }, "PUBLIC_URL: must be an address such as"],
    [{ SMTP_URL: "mail.example:587" }, "SMTP_URL: must look like smtp://"],
    [{ SMTP_URL: "smtp://" }, "SMTP_URL: must look like smtp://"],
    [{ MAIL_FROM: "count@shop.example" }, "SMTP_URL: is needed with MAIL_FROM"],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Count" }, "MAIL_FROM: Invalid email address"],
    [{ ISSUES_URL: "javascript:alert(1)" }, "ISSUES_URL: must be an address"],
    [{ FAKE_MODEL: "maybe" }, "FAKE_MODEL: use true or false"],
    [{ ADMIN_PASWORD: "Shelf-photos-2026" }, "ADMIN_PASWORD: is ADMIN_PASSWORD meant?"],
    [{ DATABSAE_URL: "postgresql://h/d" }, "DATABSAE_URL: is DATABASE_URL meant?"],
    [{ S3_BUCKETS: "photos" }, "S3_BUCKETS: is S3_BUCKET meant?"],
  ])("that are wrong stop with one line: %j", (given, message) => {
    const refusal = refusalOf(given);
    expect(refusal).toContain(`This setting cannot be used: ${message}`);
    expect(refusal).not.toContain("\n");
  });

  it("are not reported for names that only resemble a setting, or when the setting itself is present", () => {
    expect(
      refusalOf({ HOSTS: "x", PORT1: "x", S3_SERVICE_PORT: "1", DATABASE_URL: "postgresql://h/d", DATABASE_URL2: "x" }),
    ).toBe("");
  });

  it("are all reported together, each with its name and a reason", () => {
    const wrong = {
      PORT: "70000",
      DETECTION_PROCESSES: "0",
      DATABASE_URL: "mysql://x",
      ADMIN_EMAIL: "ada",
      TRUST_PROXY: "perhaps",
      PUBLIC_URL: "here",
    };
    expect(() => readConfig(wrong)).toThrow(
      [
        "These settings cannot be used:",
        "  PORT: must be a whole number from 0 to 65535",
        "  DATABASE_URL: must look like postgresql://user:password@host:5432/database, with # @ : / ? in the password percent-encoded",
        "  ADMIN_EMAIL: Invalid email address",
        "  TRUST_PROXY: use true, false or 1 to 9",
        "  PUBLIC_URL: must be an address such as https://precount.example",
        "  DETECTION_PROCESSES: must be a whole number from 1 to 64",
      ].join("\n"),
    );
  });
});
