import { type DetectionOptions, MESSAGES, detectionOptionsSchema } from "@precount/domain";
import { Form } from "antd";
import type { ReactElement, ReactNode } from "react";
import { KeepInput } from "../../../../shared/forms/KeepInput.tsx";
import { DetectOptionFields } from "../../../../shared/models/DetectOptionFields.tsx";
import { ModelSelect } from "../../../../shared/models/ModelSelect.tsx";

type DetectValues = DetectionOptions & { model?: string };

/** Spec §9. */
const DEFAULTS = detectionOptionsSchema.parse({});

type Props = {
  onDetect: (modelSid: string, options: DetectionOptions) => void;
  /** The buttons. They are inside the form, so that none can be pressed before the form is loaded. */
  children: ReactNode;
};

/** The model to run, and its thresholds. */
export function DetectForm({ onDetect, children }: Props): ReactElement {
  return (
    <Form<DetectValues>
      layout="vertical"
      requiredMark={false}
      initialValues={DEFAULTS}
      onFinish={({ model, ...options }) => {
        if (model !== undefined) onDetect(model, detectionOptionsSchema.parse(options));
      }}
    >
      <KeepInput />
      <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModel }]}>
        <ModelSelect />
      </Form.Item>
      <DetectOptionFields />
      {children}
    </Form>
  );
}
