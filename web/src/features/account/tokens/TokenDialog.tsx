import { CopyOutlined } from "@ant-design/icons";
import { SCOPES, type Scope, canCreateToken, createTokenInputSchema, SCOPE_DESCRIPTIONS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Checkbox, Form, Input, Modal, Select, Space } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { copyText } from "../../../shared/feedback/copy-text.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";

type Fields = { name: string; scopes: Scope[]; expiresInDays: number };
const { name: nameSchema, scopes: scopesSchema } = createTokenInputSchema.shape;
const LIFETIMES = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 365, label: "1 year" },
];

/** The id of the form, which the button outside of it submits. With a submit button, Enter in a field submits too. */
const FORM = "create-token";

/** Creates a token and shows it once. */
export function TokenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  const [form] = Form.useForm<Fields>();
  const [token, setToken] = useState<string | null>(null);
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.token.createToken.mutationOptions({
      onSuccess: (created) => {
        setToken(created.token);
        void queryClient.invalidateQueries({ queryKey: trpc.token.fetchTokens.queryKey() });
      },
    }),
  );
  const close = (): void => {
    setToken(null);
    // The mutation's result also contains the token.
    create.reset();
    onClose();
  };
  return (
    <Modal
      title={token === null ? "Create token" : "Copy your token now"}
      open={isOpen}
      onCancel={close}
      // A click outside of the dialog must not close it before the token is copied.
      mask={{ closable: token === null }}
      footer={token === null ? undefined : <Button onClick={close}>Done</Button>}
      okText="Create"
      afterOpenChange={focusFieldOnOpen}
      confirmLoading={create.isPending}
      okButtonProps={{ htmlType: "submit", form: FORM }}
      destroyOnHidden
    >
      {token === null ? (
        <Form
          id={FORM}
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: "", scopes: ["read"], expiresInDays: 90 }}
          onFinish={(fields) => create.mutate(fields)}
        >
          <KeepInput />
          <Form.Item name="name" label="Purpose" rules={[schemaRule(nameSchema)]}>
            <Input dir="auto" placeholder="For example: nightly export" />
          </Form.Item>
          <Form.Item name="scopes" label="Rights" rules={[schemaRule(scopesSchema)]}>
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
          <Form.Item name="expiresInDays" label="Valid for">
            <Select options={LIFETIMES} style={{ width: 160 }} />
          </Form.Item>
        </Form>
      ) : (
        <>
          <Alert type="warning" showIcon title="The token is shown only once. It cannot be displayed again." />
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
