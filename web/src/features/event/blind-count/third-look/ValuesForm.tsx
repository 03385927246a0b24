import { quantitySchema, stickerCodeSchema } from "@precount/domain";
import { Button, Form, Input } from "antd";
import type { ReactElement } from "react";
import { schemaRule } from "../../../../shared/forms/form.ts";
import { KeepInput } from "../../../../shared/forms/KeepInput.tsx";

type Values = { code: string; quantity: string };
type Props = { isBusy: boolean; onEnter: (values: Values) => void; action?: string };

/** Code and quantity, typed. */
export const ValuesForm = ({ isBusy, onEnter, action = "Use these values" }: Props): ReactElement => (
  <Form<Values> layout="inline" requiredMark={false} onFinish={onEnter}>
    <KeepInput />
    <Form.Item name="code" label="Code" initialValue="" rules={[schemaRule(stickerCodeSchema)]}>
      <Input inputMode="numeric" maxLength={6} autoComplete="off" style={{ width: 120 }} />
    </Form.Item>
    <Form.Item name="quantity" label="Quantity" initialValue="" rules={[schemaRule(quantitySchema)]}>
      <Input inputMode="numeric" maxLength={6} autoComplete="off" style={{ width: 100 }} />
    </Form.Item>
    <Button type="primary" htmlType="submit" disabled={isBusy}>
      {action}
    </Button>
  </Form>
);
