import {
  DOCUMENT_ACCEPT,
  type ExtractForm,
  MAX_DOCUMENT_BYTES,
  PHOTO_ACCEPT,
  ROTATIONS,
  extractFormSchema,
  formatSize,
} from "@precount/domain";
import { Form, type FormInstance, Radio, Select } from "antd";
import type { ReactElement, ReactNode } from "react";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { FileField } from "../../../ui/FileField.tsx";
import { ROTATION_TITLES } from "../../../ui/rotations.ts";
import styles from "../Experiments.module.css";

export type ExtractsValues = ExtractForm & { file?: File };
export type ExtractsInput = ExtractForm & { file: File };

export const EXTRACTS_DEFAULTS: ExtractsValues = extractFormSchema.parse({});
const FORMATS = [
  { value: "csv", label: "CSV" },
  { value: "json", label: "JSON" },
];

type Props = {
  form: FormInstance<ExtractsValues>;
  onChange: (values: ExtractsValues) => void;
  onExtract: (input: ExtractsInput) => void;
  children: ReactNode;
};

export function ExtractsForm({ form, onChange, onExtract, children }: Props): ReactElement {
  return (
    <Form<ExtractsValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      className={`pc-panel ${styles["form"] ?? ""}`}
      initialValues={EXTRACTS_DEFAULTS}
      // Form.useWatch cannot be used: it treats any two files as equal.
      onValuesChange={(_changed, all) => onChange(all)}
      onFinish={({ file, ...rest }) => {
        if (file !== undefined) onExtract({ file, ...rest });
      }}
    >
      <KeepInput />
      <Form.Item name="file" label="File" rules={[fileRule]} validateTrigger="onChange">
        <FileField
          label="File"
          buttonText="Drop a file here, or choose one"
          hint="A photo, a PDF or a docx file"
          accept={`${PHOTO_ACCEPT},${DOCUMENT_ACCEPT}`}
        />
      </Form.Item>
      <Form.Item name="format" label="Format">
        <Radio.Group options={FORMATS} />
      </Form.Item>
      <Form.Item name="orientation" label="Orientation">
        <Select options={ROTATIONS.map((value) => ({ value, label: ROTATION_TITLES[value] }))} />
      </Form.Item>
      {children}
    </Form>
  );
}

const fileRule = {
  validator: async (_rule: unknown, file: File | undefined) => {
    if (file === undefined) throw new Error("Please choose a file");
    if (file.size === 0) throw new Error("The file is empty. Please choose another one.");
    if (file.size > MAX_DOCUMENT_BYTES)
      throw new Error(`The file is larger than ${formatSize(MAX_DOCUMENT_BYTES)}. Please choose a smaller one.`);
  },
};
