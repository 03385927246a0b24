import { OWN_SUCCESS } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Form } from "antd";
import { type ReactElement, useState } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { GroupsSelect } from "../../../shared/groups/GroupsSelect.tsx";
import { trpc } from "../../../shared/api/trpc.ts";
import { KeepInput, markSaved } from "../../../shared/forms/KeepInput.tsx";

/** The groups whose users see the event. For admins. */
export function EventGroups({ slug }: { slug: string }): ReactElement | null {
  const input = { project: { slug } };
  const { data: groups } = useQuery(trpc.group.fetchProjectGroups.queryOptions(input, { staleTime: 0 }));
  return groups === undefined ? null : <GroupsForm slug={slug} groups={groups} />;
}

function GroupsForm({ slug, groups }: { slug: string; groups: string[] }): ReactElement {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<{ groups: string[] }>();
  // The groups that the form showed before the person changed it, also after a refetch.
  const [known, setKnown] = useState(groups);
  const input = { project: { slug } };
  const save = useMutation(
    trpc.group.setProjectGroups.mutationOptions({
      onSuccess: (now) => {
        // Another admin may have changed other groups meanwhile.
        form.setFieldsValue({ groups: now });
        markSaved(form);
        setKnown(now);
        queryClient.setQueryData(trpc.group.fetchProjectGroups.queryKey(input), now);
        void queryClient.invalidateQueries({ queryKey: trpc.group.fetchGroups.queryKey() });
        feedback.success(OWN_SUCCESS.groupsChanged);
      },
    }),
  );
  return (
    <Form
      form={form}
      layout="vertical"
      className="pc-panel"
      style={{ padding: 24, marginTop: 16 }}
      initialValues={{ groups }}
      onFinish={(fields) => save.mutate({ ...input, groups: fields.groups, known })}
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
