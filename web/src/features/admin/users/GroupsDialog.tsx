import { OWN_SUCCESS, type UserRow } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, Modal } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { GroupsSelect } from "../../../shared/groups/GroupsSelect.tsx";
import { trpc } from "../../../shared/api/trpc.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";

type Props = { user: UserRow | null; onClose: () => void };

/** Edits the groups of a user, which decide which events the user sees. */
export function GroupsDialog({ user, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ groups: string[] }>();
  const queryClient = useQueryClient();
  const save = useMutation(
    trpc.group.setUserGroups.mutationOptions({
      onSuccess: () => {
        feedback.success(OWN_SUCCESS.groupsChanged);
        void queryClient.invalidateQueries({ queryKey: trpc.user.fetchUsers.queryKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.group.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <Modal
      title={`Groups of ${user?.name ?? ""}`}
      open={user !== null}
      onCancel={onClose}
      okText="Save"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      afterOpenChange={focusFieldOnOpen}
      destroyOnHidden
    >
      {user && (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ groups: user.groups }}
          onFinish={({ groups }) => save.mutate({ sid: user.sid, groups, known: user.groups })}
        >
          <KeepInput />
          <Form.Item name="groups" label="Groups">
            <GroupsSelect />
          </Form.Item>
        </Form>
      )}
      <p className="pc-quiet">
        {user?.role === "admin"
          ? "Admins see every event, regardless of their groups."
          : "The user sees the events of these groups."}
      </p>
    </Modal>
  );
}
