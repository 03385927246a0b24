import type { DetectionOptions } from "@precount/domain";
import { Collapse, Form, InputNumber } from "antd";
import type { ReactElement } from "react";

/** Detection options of a form, collapsed by default because few users need them. */
export function DetectOptionFields(): ReactElement {
  return (
    <Collapse
      ghost
      size="small"
      // Rendered while collapsed, so that the form keeps the values.
      items={[{ key: "options", label: "Advanced options", forceRender: true, children: <Fields /> }]}
    />
  );
}

function Fields(): ReactElement {
  return (
    <>
      <Form.Item<DetectionOptions> name="limit" label="Maximum detections" rules={[REQUIRED]}>
        <InputNumber min={1} max={1000} precision={0} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item<DetectionOptions> name="codeConfidenceThreshold" label="Code confidence threshold" rules={[REQUIRED]}>
        <InputNumber min={0} max={1} step={0.1} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item<DetectionOptions>
        name="quantityConfidenceThreshold"
        label="Quantity confidence threshold"
        extra="Values below a threshold are kept and marked doubtful."
        rules={[REQUIRED]}
      >
        <InputNumber min={0} max={1} step={0.1} style={{ width: 160 }} />
      </Form.Item>
    </>
  );
}

const REQUIRED = { required: true, message: "Please enter a number" };
