import {
  DELIVERY_FORMATS,
  DESTINATION_KINDS,
  DESTINATION_KIND_TITLES,
  type DestinationKind,
  WEBHOOK_TYPES,
  WEBHOOK_TYPE_TITLES,
} from "@precount/domain";
import { Checkbox, Form, Input, InputNumber } from "antd";
import type { ReactElement } from "react";
import type { Fields } from "./fields.ts";

export const KIND_OPTIONS = DESTINATION_KINDS.map((value) => ({ value, label: DESTINATION_KIND_TITLES[value] }));

const TYPE_OPTIONS = WEBHOOK_TYPES.map((value) => ({ value, label: WEBHOOK_TYPE_TITLES[value] }));
const FORMAT_OPTIONS = DELIVERY_FORMATS.map((value) => ({ value, label: value.toUpperCase() }));

type TextField = { name: keyof Fields; label: string; hint?: string; isOptional?: boolean };

const TEXT_FIELDS: Readonly<Record<DestinationKind, readonly TextField[]>> = {
  webhook: [{ name: "url", label: "Address", hint: "Such as https://erp.example.com/precount" }],
  https: [{ name: "url", label: "Address", hint: "The file’s name is added to its path." }],
  s3: [
    { name: "bucket", label: "Bucket" },
    { name: "region", label: "Region" },
    { name: "endpoint", label: "Address", hint: "Only for stores other than Amazon’s.", isOptional: true },
    { name: "folder", label: "Folder", isOptional: true },
    { name: "accessKeyId", label: "Access key id" },
  ],
  sftp: [
    { name: "host", label: "Host" },
    { name: "username", label: "User name" },
    { name: "folder", label: "Folder", isOptional: true },
    {
      name: "hostKey",
      label: "Fingerprint of the server’s key",
      hint: "SHA256:…, as ssh-keyscan HOST | ssh-keygen -lf - prints it. Another server is refused.",
    },
  ],
};

const SECRETS: Readonly<Record<DestinationKind, { label: string; hint: string; isOptional: boolean } | null>> = {
  webhook: null,
  https: { label: "Authorization header", hint: "Such as Bearer …, or empty.", isOptional: true },
  s3: { label: "Secret access key", hint: "", isOptional: false },
  sftp: { label: "Password or private key", hint: "A private key without a passphrase.", isOptional: false },
};

/** 'Please enter the user name'. */
const pleaseEnter = (label: string): string => `Please enter the ${label.charAt(0).toLowerCase()}${label.slice(1)}`;

const KEPT = "Stored encrypted and never shown. Leave it empty to keep it.";

/** The fields of one kind. The server’s messages name what is wrong with a value. */
export function SettingsFields({ kind, hasSecret }: { kind: DestinationKind; hasSecret: boolean }): ReactElement {
  const secret = SECRETS[kind];
  return (
    <>
      {TEXT_FIELDS[kind].map(({ name, label, hint, isOptional = false }) => (
        <Form.Item
          key={`${kind} ${name}`}
          name={name}
          label={label}
          extra={hint}
          rules={[{ required: !isOptional, whitespace: true, message: pleaseEnter(label) }]}
        >
          <Input spellCheck={false} autoComplete="off" />
        </Form.Item>
      ))}
      {kind === "sftp" && (
        <Form.Item name="port" label="Port" rules={[{ required: true, type: "integer", min: 1, max: 65_535 }]}>
          <InputNumber />
        </Form.Item>
      )}
      {secret !== null && (
        <Form.Item
          name="secret"
          label={secret.label}
          extra={hasSecret ? KEPT : secret.hint}
          rules={[{ required: !secret.isOptional && !hasSecret, message: pleaseEnter(secret.label) }]}
        >
          {kind === "sftp" ? (
            <Input.TextArea rows={2} spellCheck={false} autoComplete="off" />
          ) : (
            <Input.Password autoComplete="new-password" />
          )}
        </Form.Item>
      )}
      {kind === "webhook" ? (
        <Form.Item name="types" label="Messages" rules={[{ type: "array", min: 1, message: "Choose at least one" }]}>
          <Checkbox.Group options={TYPE_OPTIONS} style={{ flexDirection: "column" }} />
        </Form.Item>
      ) : (
        <Form.Item
          name="formats"
          label="Files"
          rules={[{ type: "array", min: 1, message: "Choose at least one format" }]}
        >
          <Checkbox.Group options={FORMAT_OPTIONS} />
        </Form.Item>
      )}
    </>
  );
}
