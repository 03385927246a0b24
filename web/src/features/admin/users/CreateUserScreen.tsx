import { type Role, SUCCESS, createUserInputSchema, may } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Checkbox, Form, Input, Radio, Space } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { ForbiddenScreen } from "../../../ui/ErrorScreen.tsx";
import { ROLE_DISPLAY } from "../../../ui/status-display.tsx";
import { SetPasswordLink } from "./SetPasswordLink.tsx";

type Fields = { name: string; email: string; role: Role; isBlocked?: boolean };
const { name: nameSchema, email: emailSchema } = createUserInputSchema.shape;

/** Creates an account. The user sets the password with a link (PD-45). */
export function CreateUserScreen(): ReactElement {
  const allowed = may(useAuthUser(), "user.create");
  return allowed.ok ? <CreateUser /> : <ForbiddenScreen reason={allowed.reason} />;
}

function CreateUser(): ReactElement {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<RouterOutputs["user"]["createUser"] | null>(null);
  const create = useMutation(
    trpc.user.createUser.mutationOptions({
      onSuccess: (answer) => {
        void queryClient.invalidateQueries({ queryKey: trpc.user.fetchUsers.queryKey() });
        feedback.success(SUCCESS.userCreated);
        if (answer.link === null) void navigate({ to: "/users" });
        else setCreated(answer);
      },
    }),
  );
  const submit = useMutateOnce(create);
  return (
    <div className="pc-page" style={{ maxWidth: 560 }}>
      <div className="pc-titlebar">
        <h1>{created === null ? "Create user" : "Send the link"}</h1>
      </div>
      <div className="pc-panel" style={{ padding: 24 }}>
        {created?.link ? (
          <>
            <SetPasswordLink user={created.user} link={created.link} />
            <Space style={{ marginTop: 16 }}>
              <Button type="primary" onClick={() => void navigate({ to: "/users" })}>
                Done
              </Button>
              <Button onClick={() => setCreated(null)}>Create another user</Button>
            </Space>
          </>
        ) : (
          <Form<Fields>
            layout="vertical"
            // The browser's own message would cover the field's.
            noValidate
            requiredMark={false}
            initialValues={{ role: "user", isBlocked: false }}
            onFinish={(fields) => submit({ ...fields, password: null })}
          >
            <KeepInput />
            <Form.Item name="name" label="Name" rules={[schemaRule(nameSchema)]}>
              <Input dir="auto" autoComplete="off" />
            </Form.Item>
            <Form.Item name="email" label="E-mail" rules={[schemaRule(emailSchema)]}>
              <Input type="email" autoComplete="off" autoCapitalize="none" />
            </Form.Item>
            <Form.Item name="role" label="Role">
              <Radio.Group
                options={(["user", "admin"] as const).map((value) => ({ value, label: ROLE_DISPLAY[value].title }))}
              />
            </Form.Item>
            <Form.Item
              name="isBlocked"
              valuePropName="checked"
              extra="The user cannot sign in until you unblock the account."
            >
              <Checkbox>Blocked</Checkbox>
            </Form.Item>
            <Space>
              <Button type="primary" htmlType="submit" loading={create.isPending}>
                Create
              </Button>
              <Button onClick={() => void navigate({ to: "/users" })}>Cancel</Button>
            </Space>
          </Form>
        )}
      </div>
    </div>
  );
}
