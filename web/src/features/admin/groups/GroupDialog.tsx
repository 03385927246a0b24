import { type Group, OWN_SUCCESS, groupNameSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";

type Props = {
  /** The group to rename, or "new". Null when the dialog is closed. */
  group: Group | "new" | null;
  onClose: () => void;
};

/** Creates or renames a group. */
export function GroupDialog({ group, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ name: string }>();
  const queryClient = useQueryClient();
  const settle = {
    onSuccess: () => {
      feedback.success(OWN_SUCCESS.groupsChanged);
      void queryClient.invalidateQueries({ queryKey: trpc.group.pathKey() });
      onClose();
    },
  };
  const create = useMutation(trpc.group.createGroup.mutationOptions(settle));
  const rename = useMutation(trpc.group.renameGroup.mutationOptions(settle));
  const submitNew = useMutateOnce(create);
  const submitName = useMutateOnce(rename);
  const isNew = group === "new";
  return (
    <Modal
      title={isNew ? "Add group" : "Rename group"}
      open={group !== null}
      onCancel={onClose}
      okText={isNew ? "Add" : "Rename"}
      confirmLoading={create.isPending || rename.isPending}
      onOk={() => form.submit()}
      afterOpenChange={(isOpen) => isOpen && form.focusField("name")}
      destroyOnHidden
    >
      {group !== null && (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: isNew ? "" : group.name }}
          onFinish={({ name }) => (isNew ? submitNew({ name }) : submitName({ sid: group.sid, name }))}
        >
          <KeepInput />
          <Form.Item name="name" label="Name" rules={[schemaRule(groupNameSchema)]}>
            <Input dir="auto" />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
