import { CopyOutlined } from "@ant-design/icons";
import { SCOPES, type Scope, canCreateToken, createTokenInputSchema, SCOPE_DESCRIPTIONS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Checkbox, Form, Input, Modal, Select, Space } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { copyText } from "../../../shared/feedback/copy-text.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { trpc } from "../../../shared/api/trpc.ts";

type Fields = { name: string; scopes: Scope[]; expiresInDays: number };
const { name: nameSchema, scopes: scopesSchema } = createTokenInputSchema.shape;
const LASTING = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 365, label: "1 year" },
];

/** Makes a token and shows it, this once. */
export function TokenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  const [form] = Form.useForm<Fields>();
  const [token, setToken] = useState<string | null>(null);
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.token.createToken.mutationOptions({
      onSuccess: (made) => {
        setToken(made.token);
        void queryClient.invalidateQueries({ queryKey: trpc.token.fetchTokens.queryKey() });
      },
    }),
  );
  const close = (): void => {
    setToken(null);
    // The answer holds it too.
    create.reset();
    onClose();
  };
  return (
    <Modal
      title={token === null ? "Make a token" : "Copy your token now"}
      open={isOpen}
      onCancel={close}
      // Once it is shown, one click beside it must not lose it.
      mask={{ closable: token === null }}
      footer={token === null ? undefined : <Button onClick={close}>Done</Button>}
      okText="Make"
      confirmLoading={create.isPending}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      {token === null ? (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: "", scopes: ["read"], expiresInDays: 90 }}
          onFinish={(fields) => create.mutate(fields)}
        >
          <Form.Item name="name" label="What it is for" rules={[schemaRule(nameSchema)]}>
            <Input dir="auto" placeholder="Such as: nightly export" />
          </Form.Item>
          <Form.Item name="scopes" label="It may" rules={[schemaRule(scopesSchema)]}>
            <Checkbox.Group>
              <Space orientation="vertical">
                {SCOPES.filter((scope) => canCreateToken(user, [scope]).ok).map((scope) => (
                  <Checkbox key={scope} value={scope}>
                    {SCOPE_DESCRIPTIONS[scope]}
                  </Checkbox>
                ))}
              </Space>
            </Checkbox.Group>
          </Form.Item>
          <Form.Item name="expiresInDays" label="For">
            <Select options={LASTING} style={{ width: 160 }} />
          </Form.Item>
        </Form>
      ) : (
        <>
          <Alert type="warning" showIcon title="It is shown only now: nobody can look it up later." />
          <Space.Compact block style={{ marginTop: 16 }}>
            <Input aria-label="Token" value={token} readOnly onFocus={({ target }) => target.select()} />
            <Button icon={<CopyOutlined />} onClick={() => void copyText(token)}>
              Copy
            </Button>
          </Space.Compact>
        </>
      )}
    </Modal>
  );
}
