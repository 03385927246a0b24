import { createReadStream } from "node:fs";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { connect } from "node:net";
import type { DestinationSettings } from "@precount/domain";
import { publicLookup, requireAllowedUrl, requirePublicHost } from "./public-address.ts";
import { sendRequest } from "./request.ts";
import { type SendResult, ofStatus, sent } from "./send-result.ts";
import { sha256Fingerprint } from "./host-key.ts";

/** A finished file with the name that it gets at the destination. */
export type OutgoingFile = { path: string; name: string; type: string; sizeBytes: number; sha256: string };

export type FileSettings = Exclude<DestinationSettings, { kind: "webhook" }>;
type SettingsOf<Kind extends FileSettings["kind"]> = Extract<FileSettings, { kind: Kind }>;
type Options = { secret: string; allowPrivate: boolean; signal: AbortSignal; timeoutMs: number };

/** Large reports on slow lines. Shorter than the job, so that the attempt is recorded as failed. */
const TIMEOUT_MS = 300_000;
const CONNECT_TIMEOUT_MS = 15_000;

/** Stores a file at a destination, replacing one of the same name. Throws errors of the connection. */
export async function sendFile(
  settings: FileSettings,
  file: OutgoingFile,
  { timeoutMs = TIMEOUT_MS, ...given }: Omit<Options, "timeoutMs"> & { timeoutMs?: number },
): Promise<SendResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const options = { ...given, timeoutMs, signal: AbortSignal.any([given.signal, timeout]) };
  try {
    if (settings.kind === "https") return await putFile(settings, file, options);
    if (settings.kind === "s3") return await storeInBucket(settings, file, options);
    return await storeBySftp(settings, file, options);
  } catch (error) {
    if (!timeout.aborted || given.signal.aborted) throw error;
    throw new Error(`The file was not accepted within ${timeoutMs / 1000} s.`, { cause: error });
  }
}

/** @param secret the Authorization header; empty without one */
async function putFile({ url }: SettingsOf<"https">, file: OutgoingFile, options: Options): Promise<SendResult> {
  const target = new URL(url);
  target.pathname = `${target.pathname.replace(/\/+$/, "")}/${encodeURIComponent(file.name)}`;
  const digest = Buffer.from(file.sha256, "hex").toString("base64");
  const status = await sendRequest({
    method: "PUT",
    url: target.href,
    headers: {
      "content-type": file.type,
      "content-length": String(file.sizeBytes),
      // RFC 9530
      "repr-digest": `sha-256=:${digest}:`,
      ...(options.secret !== "" && { authorization: options.secret }),
    },
    body: createReadStream(file.path),
    ...options,
  });
  target.search = "";
  return ofStatus(status, target.href);
}

/** @param folder without a slash at the end */
const within = (folder: string, name: string): string =>
  `${folder.replace(/\/+$/, "")}${folder === "" ? "" : "/"}${name}`;

async function storeInBucket(
  { bucket, region, endpoint, folder, accessKeyId }: SettingsOf<"s3">,
  file: OutgoingFile,
  { secret, allowPrivate, signal }: Options,
): Promise<SendResult> {
  if (endpoint !== null) requireAllowedUrl(endpoint, allowPrivate);
  const { S3Client, PutObjectCommand } = await import("@aws-sdk/client-s3");
  const lookup = publicLookup(allowPrivate);
  const client = new S3Client({
    region,
    // The queue retries.
    maxAttempts: 1,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey: secret },
    requestHandler: {
      httpAgent: new HttpAgent({ lookup }),
      httpsAgent: new HttpsAgent({ lookup }),
      connectionTimeout: CONNECT_TIMEOUT_MS,
    },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const Key = within(folder.replace(/^\/+/, ""), file.name);
  try {
    const put = new PutObjectCommand({
      Bucket: bucket,
      Key,
      Body: createReadStream(file.path),
      ContentLength: file.sizeBytes,
      ContentType: file.type,
      // The bucket refuses bytes that do not match.
      ChecksumSHA256: Buffer.from(file.sha256, "hex").toString("base64"),
    });
    await client.send(put, { abortSignal: signal });
  } finally {
    client.destroy();
  }
  return sent(`s3://${bucket}/${Key}`);
}

/** Writes a temporary file and renames it, so that a reader never sees a part of it. */
async function storeBySftp(
  { host, port, username, folder, hostKey }: SettingsOf<"sftp">,
  file: OutgoingFile,
  { secret, allowPrivate, signal }: Options,
): Promise<SendResult> {
  requirePublicHost(host, allowPrivate);
  const { default: SftpClient } = await import("ssh2-sftp-client");
  const client = new SftpClient();
  const sock = connect({ host, port, lookup: publicLookup(allowPrivate), signal });
  const path = within(folder, file.name);
  const temporary = within(folder, `.${file.name}.part`);
  try {
    await client.connect({
      sock,
      host,
      port,
      username,
      ...(secret.includes("PRIVATE KEY-----") ? { privateKey: secret } : { password: secret }),
      hostVerifier: (key: Buffer) => sha256Fingerprint(key) === hostKey,
      readyTimeout: CONNECT_TIMEOUT_MS,
      retries: 0,
    });
    await client.fastPut(file.path, temporary);
    await client.delete(path, true);
    await client.rename(temporary, path);
  } finally {
    await client.end().catch(() => undefined);
    sock.destroy();
  }
  return sent(`sftp://${host}${port === 22 ? "" : `:${port}`}/${path.replace(/^\/+/, "")}`);
}
