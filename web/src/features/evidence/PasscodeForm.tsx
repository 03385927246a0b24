import { Alert, Button, Form, Input } from "antd";
import type { ReactElement } from "react";
import { PublicCard } from "../../ui/PublicCard.tsx";

type Props = { isPending: boolean; error: string | null; onSubmit: (passcode: string) => void };

export function PasscodeForm({ isPending, error, onSubmit }: Props): ReactElement {
  return (
    <PublicCard title="Evidence of a report">
      <p>This link has a passcode. You get it from the person who sent you the link.</p>
      <Form<{ passcode: string }>
        layout="vertical"
        requiredMark={false}
        onFinish={({ passcode }) => onSubmit(passcode)}
      >
        {error !== null && <Alert type="error" showIcon title={error} style={{ marginBottom: 16 }} />}
        <Form.Item name="passcode" label="Passcode" rules={[{ required: true, message: "Please enter the passcode" }]}>
          <Input.Password autoComplete="off" size="large" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block size="large" loading={isPending}>
          Show the report
        </Button>
      </Form>
    </PublicCard>
  );
}
