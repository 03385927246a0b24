import { OWN_SUCCESS } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Form } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { GroupsSelect } from "../../../shared/groups/GroupsSelect.tsx";
import { trpc } from "../../../shared/api/trpc.ts";
import { KeepInput, markSaved } from "../../../shared/forms/KeepInput.tsx";

/** The groups whose users see the event. For admins. */
export function EventGroups({ slug }: { slug: string }): ReactElement | null {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<{ groups: string[] }>();
  const input = { project: { slug } };
  const { data: groups } = useQuery(trpc.group.fetchProjectGroups.queryOptions(input, { staleTime: 0 }));
  const save = useMutation(
    trpc.group.setProjectGroups.mutationOptions({
      onSuccess: (now) => {
        markSaved(form);
        queryClient.setQueryData(trpc.group.fetchProjectGroups.queryKey(input), now);
        void queryClient.invalidateQueries({ queryKey: trpc.group.fetchGroups.queryKey() });
        feedback.success(OWN_SUCCESS.groupsChanged);
      },
    }),
  );
  if (groups === undefined) return null;
  return (
    <Form
      form={form}
      layout="vertical"
      className="pc-panel"
      style={{ padding: 24, marginTop: 16 }}
      initialValues={{ groups }}
      onFinish={(fields) => save.mutate({ ...input, groups: fields.groups })}
    >
      <KeepInput />
      <Form.Item name="groups" label="Groups" extra="Users in these groups see the event. Admins see all events.">
        <GroupsSelect />
      </Form.Item>
      <Button htmlType="submit" loading={save.isPending}>
        Save groups
      </Button>
    </Form>
  );
}
