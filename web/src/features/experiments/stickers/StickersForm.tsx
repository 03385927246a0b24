import {
  type DetectionOptions,
  MAX_PHOTO_BYTES,
  MESSAGES,
  PHOTO_ACCEPT,
  ROTATIONS,
  type Rotation,
  detectionOptionsSchema,
  formatSize,
} from "@precount/domain";
import { Form, type FormInstance, Select } from "antd";
import type { ReactElement, ReactNode } from "react";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { DetectOptionFields } from "../../../shared/models/DetectOptionFields.tsx";
import { ModelSelect } from "../../../shared/models/ModelSelect.tsx";
import { FileField } from "../../../ui/FileField.tsx";
import { ROTATION_TITLES } from "../../../ui/rotations.ts";
import styles from "../Experiments.module.css";
import { photoRule } from "./photo-rule.ts";

export type StickersValues = DetectionOptions & { model?: string; file?: File; rotation: Rotation };
/** The complete values of a run. */
export type StickersInput = DetectionOptions & { model: string; file: File; rotation: Rotation };

/** Spec §9. */
export const STICKERS_DEFAULTS: StickersValues = { ...detectionOptionsSchema.parse({}), rotation: "none" };

type Props = {
  form: FormInstance<StickersValues>;
  onChange: (values: StickersValues) => void;
  onAnalyze: (input: StickersInput) => void;
  children: ReactNode;
};

export function StickersForm({ form, onChange, onAnalyze, children }: Props): ReactElement {
  return (
    <Form<StickersValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      className={`pc-panel ${styles["form"] ?? ""}`}
      initialValues={STICKERS_DEFAULTS}
      // Form.useWatch cannot be used: it treats any two files as equal.
      onValuesChange={(_changed, all) => onChange(all)}
      onFinish={({ model, file, rotation, ...options }) => {
        if (model !== undefined && file !== undefined)
          onAnalyze({ ...detectionOptionsSchema.parse(options), model, file, rotation });
      }}
    >
      <KeepInput />
      <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModelFirst }]}>
        <ModelSelect />
      </Form.Item>
      <Form.Item name="file" label="Photo" rules={[photoRule]} validateTrigger="onChange">
        <FileField
          label="Photo"
          buttonText="Drop a photo here, or choose one"
          hint={`An image file, up to ${formatSize(MAX_PHOTO_BYTES)}`}
          accept={PHOTO_ACCEPT}
        />
      </Form.Item>
      <Form.Item name="rotation" label="Rotation">
        <Select options={ROTATIONS.map((value) => ({ value, label: ROTATION_TITLES[value] }))} />
      </Form.Item>
      <DetectOptionFields />
      {children}
    </Form>
  );
}
