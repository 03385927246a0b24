import { REPORT_FIELDS, REPORT_FIELD_TITLES, type ReportField } from "@precount/domain";
import { Button, Checkbox, Modal, Radio, Space } from "antd";
import { type ReactElement, useState } from "react";
import { EXPORT_FORMATS, type ExportFormat, exportUrl } from "./export-url.ts";

type Props = { slug: string; reportSid: string; isOpen: boolean; onClose: () => void };

export function ExportDialog({ slug, reportSid, isOpen, onClose }: Props): ReactElement {
  const [fields, setFields] = useState<ReportField[]>([...REPORT_FIELDS]);
  const [format, setFormat] = useState<ExportFormat>("csv");
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
          // Downloads open in a new tab (spec §7); the cookie is all they need.
          href={exportUrl(slug, reportSid, fields, format)}
          target="_blank"
          rel="noreferrer"
          disabled={fields.length === 0}
          onClick={onClose}
        >
          Download
        </Button>,
      ]}
    >
      <Space orientation="vertical" size="middle" style={{ marginBlock: 16 }}>
        <Radio.Group
          aria-label="Format"
          optionType="button"
          value={format}
          options={EXPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={({ target }) => {
            // The options are the formats.
            setFormat(target.value as ExportFormat);
          }}
        />
        <Checkbox.Group<ReportField>
          aria-label="Fields"
          value={fields}
          options={REPORT_FIELDS.map((value) => ({ value, label: REPORT_FIELD_TITLES[value] }))}
          onChange={setFields}
        />
        {fields.length === 0 && <span role="alert">Choose at least one field.</span>}
      </Space>
    </Modal>
  );
}
