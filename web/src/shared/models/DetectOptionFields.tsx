import type { DetectionOptions } from "@precount/domain";
import { Collapse, Form, InputNumber } from "antd";
import type { ReactElement } from "react";

/** How sure a model must be, folded away in a form: few need it. */
export function DetectOptionFields(): ReactElement {
  return (
    <Collapse
      ghost
      size="small"
      // Its fields keep what was typed while they are folded away.
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
        extra="A value that is less sure keeps its value and is marked doubtful."
        rules={[REQUIRED]}
      >
        <InputNumber min={0} max={1} step={0.1} style={{ width: 160 }} />
      </Form.Item>
    </>
  );
}

const REQUIRED = { required: true, message: "Please enter a number" };
