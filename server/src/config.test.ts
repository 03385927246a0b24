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
        "  TRUST_PROXY: use true or false",
        "  PUBLIC_URL: must be an address such as https://precount.example",
      ].join("\n"),
    );
  });
});
