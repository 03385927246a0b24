import { MAX_IDLE_MINUTES, ROLES, type SignInPolicy, signInPolicySchema } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Form, InputNumber, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { FocusWhenLoaded } from "../../../shared/forms/FocusWhenLoaded.tsx";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { ROLE_DISPLAY } from "../../../ui/status-display.tsx";

const { idleMinutes: idleSchema } = signInPolicySchema.shape;

/** The sign-in rules of the installation: who needs a second factor, and when an unused session ends. */
export function SignInRules(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<SignInPolicy>();
  const queryClient = useQueryClient();
  const { data: policy } = useQuery(trpc.user.fetchSignInPolicy.queryOptions(undefined, { enabled: isOpen }));
  const save = useMutation(
    trpc.user.setSignInPolicy.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(trpc.user.fetchSignInPolicy.queryKey(), saved);
        feedback.success("Sign-in rules successfully saved");
        setOpen(false);
      },
    }),
  );
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)} style={{ padding: 0 }}>
        Sign-in rules
      </Button>
      <Modal
        title="Sign-in rules"
        open={isOpen}
        onCancel={() => setOpen(false)}
        okText="Save"
        confirmLoading={save.isPending}
        onOk={() => form.submit()}
        destroyOnHidden
      >
        {policy && (
          <Form
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={policy}
            onFinish={(rules) => save.mutate(rules)}
          >
            <KeepInput />
            <FocusWhenLoaded />
            <Form.Item
              name="requiredRoles"
              label="Second factor required for"
              extra="Applies at once. People without one must add it before anything else. Work accounts and API tokens are not affected."
            >
              <Checkbox.Group options={ROLES.map((role) => ({ value: role, label: ROLE_DISPLAY[role].title }))} />
            </Form.Item>
            <Form.Item
              name="idleMinutes"
              label="Sign out after minutes without use"
              extra="0 for never. Sessions with remember-me are not affected."
              rules={[schemaRule(idleSchema)]}
            >
              <InputNumber min={0} max={MAX_IDLE_MINUTES} precision={0} style={{ width: 120 }} />
            </Form.Item>
          </Form>
        )}
      </Modal>
    </>
  );
}
