import { Button, Modal, Radio, Space } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { TABLE_FORMATS, type TableFormat } from "../../../shared/api/download.ts";
import { storeExport, storedExport } from "../../../shared/session/storage.ts";
import { FieldList } from "./FieldList.tsx";
import { type ExportChoice, fieldsOf, readChoice } from "./export-choice.ts";
import { exportUrl } from "./export-url.ts";

type Props = { slug: string; reportSid: string; isOpen: boolean; onClose: () => void };

const HINTS: Readonly<Record<TableFormat, string>> = {
  csv: "For other programs. In LibreOffice, tick ‘Format quoted field as text’ to keep leading zeros.",
  xlsx: "For Excel and LibreOffice. Codes keep their leading zeros.",
};

/** Chooses fields and format of an export. The choice is stored for the next export. */
export function ExportDialog({ slug, reportSid, isOpen, onClose }: Props): ReactElement {
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
          options={TABLE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={({ target }) => {
            // The options are the formats.
            change({ ...choice, format: target.value as TableFormat });
          }}
        />
        <span className="pc-quiet">{HINTS[choice.format]}</span>
      </Space>
    </Modal>
  );
}
