import { OWN_SUCCESS, type UserRow, userNameSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { focusFirstField } from "../../../shared/forms/focus-first-field.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";

type Props = { user: UserRow | null; onClose: () => void };

/** Corrects the name of a user. */
export function RenameDialog({ user, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ name: string }>();
  const queryClient = useQueryClient();
  const save = useMutation(
    trpc.user.renameUser.mutationOptions({
      onSuccess: () => {
        feedback.success(OWN_SUCCESS.userRenamed);
        void queryClient.invalidateQueries({ queryKey: trpc.user.pathKey() });
        onClose();
      },
    }),
  );
  const submit = useMutateOnce(save);
  return (
    <Modal
      title={`Rename ${user?.name ?? ""}`}
      open={user !== null}
      onCancel={onClose}
      okText="Rename"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(() => form.focusField("name"))}
      destroyOnHidden
    >
      {user && (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: user.name }}
          onFinish={({ name }) => submit({ sid: user.sid, name })}
        >
          <KeepInput />
          <Form.Item name="name" label="Name" rules={[schemaRule(userNameSchema)]}>
            <Input dir="auto" autoComplete="off" />
          </Form.Item>
        </Form>
      )}
      <p className="pc-quiet">The audit log keeps the former name, and so does the line “Created by” of reports.</p>
    </Modal>
  );
}
