import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { nameSchema } from "../common/name.ts";
import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { webhookTypeSchema } from "./webhook.ts";

/** The kinds of systems to which an event sends messages or reports (PD-160). */
export const DESTINATION_KINDS = ["webhook", "https", "s3", "sftp"] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

export const DESTINATION_KIND_TITLES: Readonly<Record<DestinationKind, string>> = {
  webhook: "Webhook",
  https: "Upload by HTTPS (PUT)",
  s3: "S3 bucket",
  sftp: "SFTP server",
};

/** The files of a report that a destination gets. */
export const DELIVERY_FORMATS = ["csv", "xlsx", "json"] as const;
export const deliveryFormatSchema = z.enum(DELIVERY_FORMATS);
export type DeliveryFormat = z.infer<typeof deliveryFormatSchema>;

const INVALID_URL = "Please enter an address such as https://example.com/path, without user and password";

/** Scheme, host with port, and the rest, without a user and a fragment. */
const URL_PARTS = /^https?:\/\/([^/?#@\s]+)(?:[/?][^#\s]*)?$/i;

/** http is for targets in a private network, which a setting must allow; the server checks that. */
const urlSchema = z.string().trim().max(1000).regex(URL_PARTS, INVALID_URL).pipe(z.url(INVALID_URL));

const formats = z
  .array(deliveryFormatSchema)
  .min(1, "Choose at least one format")
  .transform((chosen) => DELIVERY_FORMATS.filter((format) => chosen.includes(format)));
/** A folder of plain names, without a leading slash unless it is an absolute path of an SFTP server. */
const folderSchema = z
  .string()
  .trim()
  .max(300)
  .regex(/^\/?([\w.-]+( [\w.-]+)*\/?)*$/, "Use letters, digits, dots, hyphens and slashes")
  .refine((text) => !text.split("/").includes(".."), "Use a folder without ..");
const hostSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$|^[0-9a-fA-F:]{2,39}$/, "Please enter a host name or address");

/** The settings of each kind, without its secret. */
export const destinationSettingsSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("webhook"),
    url: urlSchema,
    types: z.array(webhookTypeSchema).min(1, "Choose at least one"),
  }),
  z.object({ kind: z.literal("https"), url: urlSchema, formats }),
  z.object({
    kind: z.literal("s3"),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "Please enter a bucket's name"),
    region: z.string().regex(/^[\w-]{1,40}$/, "Please enter a region such as eu-central-1"),
    /** Null for Amazon S3. */
    endpoint: urlSchema.nullable(),
    folder: folderSchema,
    accessKeyId: z.string().regex(/^[\x21-\x7e]{3,128}$/, "Please enter an access key id"),
    formats,
  }),
  z.object({
    kind: z.literal("sftp"),
    host: hostSchema,
    port: z.number().int().min(1).max(65_535),
    username: z.string().trim().min(1, "Please enter a user name").max(100),
    folder: folderSchema,
    /** The server's key as `ssh-keygen -lf` prints it. Another server is refused. */
    hostKey: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "Please enter the server's key: SHA256: and 43 characters"),
    formats,
  }),
]);
export type DestinationSettings = z.infer<typeof destinationSettingsSchema>;

/** The longest secret: a private key. */
export const secretSchema = z.string().max(10_000);

export const destinationInputSchema = z.object({
  name: nameSchema(1, "Please enter a name"),
  settings: destinationSettingsSchema,
  /**
   * The Authorization header of an upload (may be empty), the secret access key of a bucket, the password or private key of an SFTP
   * server. Precount generates the secret of a webhook. A change without a secret keeps the old one.
   */
  secret: secretSchema.optional(),
});
export type DestinationInput = z.infer<typeof destinationInputSchema>;

/** Why a destination is not used: a person disabled it, or it failed for a day. */
export const disabledReasonSchema = z.enum(["person", "failures"]);

export const destinationSchema = z.object({
  sid: sidSchema,
  name: z.string(),
  /** Null for a destination of one event. */
  group: z.string().nullable(),
  settings: destinationSettingsSchema,
  hasSecret: z.boolean(),
  /** Until when a webhook's messages are signed with the former secret too; null unless its secret was just rotated. */
  formerSecretUntil: isoDateSchema.nullable(),
  disabled: disabledReasonSchema.nullable(),
  /** The time of the first failure since the last success; null while it works. */
  failingSince: isoDateSchema.nullable(),
  createdAt: isoDateSchema,
});
export type Destination = z.infer<typeof destinationSchema>;

/** The host, for lists. */
export function targetOf(settings: DestinationSettings): string {
  if (settings.kind === "webhook" || settings.kind === "https") return URL_PARTS.exec(settings.url)?.[1] ?? "";
  if (settings.kind === "s3") return `${settings.bucket}/${settings.folder}`;
  return `${settings.username}@${settings.host}`;
}

/** How long a rotated secret still signs, so that receivers can change without a gap (PD-179). */
export const FORMER_SECRET_HOURS = 24;

/** Only the secret of a webhook is Precount's own. */
export const canRotateSecret = ({ kind }: Pick<DestinationSettings, "kind">): Outcome<true> =>
  kind === "webhook"
    ? allow
    : refuse("Only a webhook has a signing secret. Enter the new secret of another destination under Edit.");

/** The most destinations of an event or a group. */
export const MAX_DESTINATIONS = 20;
