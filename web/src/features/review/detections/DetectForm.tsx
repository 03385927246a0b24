import { type DetectionOptions, MESSAGES, detectOptionsSchema } from "@precount/domain";
import { Collapse, Form, type FormInstance, InputNumber } from "antd";
import type { ReactElement } from "react";
import { ModelSelect } from "../../../lib/ModelSelect.tsx";

export type DetectValues = DetectionOptions & { model?: string };

/** Spec §9. */
const DEFAULTS = detectOptionsSchema.parse({});

type Props = {
  form: FormInstance<DetectValues>;
  onDetect: (modelSid: string, options: DetectionOptions) => void;
};

/** Which model looks, and how sure it must be. */
export function DetectForm({ form, onDetect }: Props): ReactElement {
  return (
    <Form<DetectValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={DEFAULTS}
      onFinish={({ model, ...options }) => {
        if (model !== undefined) onDetect(model, detectOptionsSchema.parse(options));
      }}
    >
      <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModel }]}>
        <ModelSelect />
      </Form.Item>
      <Collapse
        ghost
        size="small"
        // Its fields keep what was typed while they are folded away.
        items={[{ key: "options", label: "Advanced options", forceRender: true, children: <Options /> }]}
      />
    </Form>
  );
}

function Options(): ReactElement {
  return (
    <>
      <Form.Item<DetectValues> name="limit" label="Maximum detections" rules={[REQUIRED]}>
        <InputNumber min={1} max={1000} precision={0} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item<DetectValues> name="codeConfidenceThreshold" label="Code confidence threshold" rules={[REQUIRED]}>
        <InputNumber min={0} max={1} step={0.1} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item<DetectValues>
        name="quantityConfidenceThreshold"
        label="Quantity confidence threshold"
        extra="A value that is less sure keeps its value and is marked doubtful."
        rules={[REQUIRED]}
      >
        <InputNumber min={0} max={1} step={0.1} style={{ width: 160 }} />
      </Form.Item>
    </>
  );
}

const REQUIRED = { required: true, message: "Please enter a number" };
