import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "../testing/test-certificate.ts";
import { readConfig } from "./config.ts";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await write("cert.pem", TEST_CERTIFICATE);
  await write("key.pem", TEST_CERTIFICATE_KEY);
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);
const write = (name: string, text: string): Promise<void> => writeFile(path(name), text);

describe("REQUIRE_TLS", () => {
  it.each<[Record<string, string>, string]>([
    [{ DATABASE_URL: "postgresql://u:p@db/x" }, "DATABASE_URL: must end with ?sslmode=verify-full"],
    [{ DATABASE_URL: "postgresql://u:p@db/x?sslmode=require" }, "DATABASE_URL: must end with ?sslmode=verify-full"],
    [{ S3_BUCKET: "photos", S3_ENDPOINT: "http://s3.example" }, "S3_ENDPOINT: must be an https address"],
    [{ KSERVE_URL: "http://triton:8000" }, "KSERVE_URL: must be an https address"],
    [{ VISION_API_URL: "http://gpu/v1", VISION_API_MODEL: "x" }, "VISION_API_URL: must be an https address"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT: must be an https address"],
    [{ PUBLIC_URL: "http://precount.example" }, "PUBLIC_URL: must be an https address"],
    [{ ALLOW_PRIVATE_TARGETS: "true" }, "ALLOW_PRIVATE_TARGETS: must be false"],
    [{ METRICS_PORT: "9090" }, "METRICS_PORT: needs TLS_CERT_FILE and TLS_KEY_FILE"],
    [{ CLAMD_ADDRESS: "clamav:3310" }, "CLAMD_ADDRESS: must be on this machine"],
  ])("refuses %j, which is allowed without it", (given, message) => {
    expect(() => readConfig(given)).not.toThrow();
    expect(() => readConfig({ ...given, REQUIRE_TLS: "true" })).toThrow(message);
  });

  it("accepts TLS, Unix sockets and this machine, and asks for TLS in mails", () => {
    const REQUIRE_TLS = "true";
    for (const DATABASE_URL of [
      "postgresql://u:p@db/x?sslmode=verify-full",
      "postgresql://u@/x?host=/run/postgresql",
      "postgresql://u@localhost/x",
    ])
      expect(readConfig({ REQUIRE_TLS, DATABASE_URL }).requiresTls).toBe(true);
    expect(readConfig({ REQUIRE_TLS, SMTP_URL: "smtp://mail.example" }).smtp).toMatchObject({ requiresTls: true });
    expect(readConfig({ REQUIRE_TLS, KSERVE_URL: "http://127.0.0.1:8000" }).modelServer).not.toBeNull();
  });
});

describe("the certificate", () => {
  it("and its key are read, and those that do not fit are refused", async () => {
    const [TLS_CERT_FILE, TLS_KEY_FILE] = [path("cert.pem"), path("key.pem")];
    expect(readConfig({}).tls).toBeNull();
    expect(readConfig({ TLS_CERT_FILE, TLS_KEY_FILE }).tls).toEqual({
      cert: TEST_CERTIFICATE,
      key: TEST_CERTIFICATE_KEY,
    });
    expect(() => readConfig({ TLS_CERT_FILE })).toThrow("TLS_KEY_FILE: is needed with TLS_CERT_FILE");
    expect(() => readConfig({ TLS_KEY_FILE })).toThrow("TLS_CERT_FILE: is needed with TLS_KEY_FILE");
    expect(() => readConfig({ TLS_CERT_FILE: path("none"), TLS_KEY_FILE })).toThrow("TLS_CERT_FILE: is no readable");
    expect(() => readConfig({ TLS_CERT_FILE, TLS_KEY_FILE: TLS_CERT_FILE })).toThrow(
      "TLS_KEY_FILE: is no readable key",
    );
  });
});

describe("a secret", () => {
  it("can be in a file, as secret stores provide it", async () => {
    await write("database", "postgresql://precount:secret@db/precount\n");
    const DATABASE_URL_FILE = path("database");
    expect(readConfig({ DATABASE_URL_FILE }).databaseUrl).toBe("postgresql://precount:secret@db/precount");
    await write("wrong", "mysql://precount:secret@db\n");
    expect(() => readConfig({ DATABASE_URL_FILE, DATABASE_URL: "postgresql://u@db/x" })).toThrow(
      "DATABASE_URL_FILE: DATABASE_URL is set too",
    );
    expect(() => readConfig({ SMTP_URL_FILE: path("none") })).toThrow(
      /^.*SMTP_URL_FILE: \S+ cannot be read \(ENOENT\)$/,
    );
    let message = "";
    try {
      readConfig({ DATABASE_URL_FILE: path("wrong") });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain("DATABASE_URL: must look like postgresql://");
    expect(message).not.toContain("secret");
  });
});
