import type { DeliveryFormat, Destination, DestinationInput, DestinationKind, WebhookType } from "@precount/domain";

/** The form's fields. Each kind uses some of them. */
export type Fields = {
  name: string;
  kind: DestinationKind;
  url: string;
  types: WebhookType[];
  formats: DeliveryFormat[];
  bucket: string;
  region: string;
  endpoint: string;
  folder: string;
  accessKeyId: string;
  host: string;
  port: number;
  username: string;
  hostKey: string;
  secret: string;
};

export const NEW_FIELDS: Fields = {
  name: "",
  kind: "webhook",
  url: "",
  types: ["event.completed", "report.created"],
  formats: ["csv"],
  bucket: "",
  region: "eu-central-1",
  endpoint: "",
  folder: "",
  accessKeyId: "",
  host: "",
  port: 22,
  username: "",
  hostKey: "",
  secret: "",
};

/** The fields of a stored destination. Its secret is not known here. */
export const fieldsOf = ({ name, settings }: Destination): Fields => ({
  ...NEW_FIELDS,
  name,
  ...settings,
  endpoint: settings.kind === "s3" ? (settings.endpoint ?? "") : "",
});

/** The server checks the input again. An empty secret is left out, so that the stored one stays. */
export function toInput(fields: Fields): DestinationInput {
  const { name, secret } = fields;
  return { name, settings: settingsOf(fields), ...(secret !== "" && { secret }) };
}

function settingsOf(fields: Fields): DestinationInput["settings"] {
  const { kind, url, types, formats, bucket, region, endpoint, folder, accessKeyId, host, port, username, hostKey } =
    fields;
  if (kind === "webhook") return { kind, url, types };
  if (kind === "https") return { kind, url, formats };
  if (kind === "s3")
    return { kind, bucket, region, endpoint: endpoint === "" ? null : endpoint, folder, accessKeyId, formats };
  return { kind, host, port, username, folder, hostKey, formats };
}
