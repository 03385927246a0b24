import { type DetectionOptions, MESSAGES, detectionOptionsSchema } from "@precount/domain";
import { Form, type FormInstance } from "antd";
import type { ReactElement } from "react";
import { DetectOptionFields } from "../../../../shared/models/DetectOptionFields.tsx";
import { ModelSelect } from "../../../../shared/models/ModelSelect.tsx";

export type DetectValues = DetectionOptions & { model?: string };

/** Spec §9. */
const DEFAULTS = detectionOptionsSchema.parse({});

type Props = {
  form: FormInstance<DetectValues>;
  onDetect: (modelSid: string, options: DetectionOptions) => void;
};

/** The model to run, and its thresholds. */
export function DetectForm({ form, onDetect }: Props): ReactElement {
  return (
    <Form<DetectValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={DEFAULTS}
      onFinish={({ model, ...options }) => {
        if (model !== undefined) onDetect(model, detectionOptionsSchema.parse(options));
      }}
    >
      <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModel }]}>
        <ModelSelect />
      </Form.Item>
      <DetectOptionFields />
    </Form>
  );
}
