import { LockOutlined, SafetyCertificateOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Modal, Radio, Space } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";
import { storeExport, storedExport } from "../../../shared/session/storage.ts";
import { certificateUrl } from "./certificate-url.ts";
import { FieldList } from "./FieldList.tsx";
import { type ExportChoice, REPORT_FORMATS, type ReportFormat, fieldsOf, readChoice } from "./export-choice.ts";
import { exportUrl, sealFileUrl } from "./export-url.ts";

type Props = { slug: string; reportSid: string; isSealed: boolean; isOpen: boolean; onClose: () => void };

const HINTS: Readonly<Record<ReportFormat, string>> = {
  csv: "For other programs. In LibreOffice, tick ‘Format quoted field as text’ to keep leading zeros.",
  xlsx: "For Excel and LibreOffice. Codes keep their leading zeros.",
  json: "The sealed report with all fields, source images and the signature, to verify it without this server.",
};

/** Chooses fields and format of an export. The choice is stored for the next export. */
export function ExportDialog({ slug, reportSid, isSealed, isOpen, onClose }: Props): ReactElement {
  const { sid: userSid } = useAuthUser();
  const [choice, setChoice] = useState(() => readChoice(storedExport(userSid)));
  const fields = fieldsOf(choice);
  const change = (changed: ExportChoice): void => {
    setChoice(changed);
    storeExport(userSid, JSON.stringify(changed));
  };
  return (
    <Modal
      title="Download Export"
      open={isOpen}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="download"
          type="primary"
          // Downloads open in a new tab (spec §7). The session cookie authorizes them.
          href={exportUrl(slug, reportSid, fields, choice.format)}
          target="_blank"
          rel="noreferrer"
          disabled={fields.length === 0}
          onClick={onClose}
        >
          Download
        </Button>,
      ]}
    >
      <Space orientation="vertical" size="middle" style={{ marginBlock: 16, width: "100%" }}>
        <FieldList choice={choice} onChange={change} />
        {fields.length === 0 && <span role="alert">Choose at least one field.</span>}
        <Radio.Group
          aria-label="Format"
          optionType="button"
          value={choice.format}
          options={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={({ target }) => {
            // The options are the formats.
            change({ ...choice, format: target.value as ReportFormat });
          }}
        />
        <span className="pc-quiet">{HINTS[choice.format]}</span>
        {isSealed && (
          <a href={sealFileUrl(slug, reportSid)} target="_blank" rel="noreferrer">
            <LockOutlined aria-hidden /> Seal file: pass it on with a CSV, which has no signature
          </a>
        )}
        <CertificateDownload slug={slug} reportSid={reportSid} />
      </Space>
    </Modal>
  );
}

/** The certificate is a file of its own. Empty if the event had no blind count. */
function CertificateDownload({ slug, reportSid }: { slug: string; reportSid: string }): ReactElement | null {
  const { data } = useQuery(
    trpc.blindCount.getCertificate.queryOptions({ project: { slug }, reportSid }, { trpc: UNBATCHED }),
  );
  if (!data) return null;
  return (
    <a href={certificateUrl(slug, reportSid)} target="_blank" rel="noreferrer">
      <SafetyCertificateOutlined aria-hidden /> Certificate of the blind count (PDF)
    </a>
  );
}
