import { SUCCESS, createProjectInputSchema, deriveSlug, may } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Checkbox, Form, Input, Space } from "antd";
import { type ReactElement, useState } from "react";
import { isEmptyRange, rangeOf } from "../../shared/areas/RangeFields.tsx";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { feedback } from "../../shared/feedback/feedback.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { ForbiddenScreen } from "../../ui/ErrorScreen.tsx";
import { schemaRule } from "../../shared/forms/form.ts";
import { useMutateOnce } from "../../shared/forms/use-mutate-once.ts";
import { KeepInput } from "../../shared/forms/KeepInput.tsx";
import { EventOptionFields, type EventOptions, isOptionField } from "./EventOptionFields.tsx";

type Fields = EventOptions & { name: string; slug?: string; preview?: boolean };
const { name: nameSchema, slug: slugSchema } = createProjectInputSchema.shape;

const toInput = ({ slug, from, to, ...fields }: Fields) => ({
  ...fields,
  ...(slug ? { slug } : {}),
  ...(isEmptyRange({ from, to }) ? {} : { areas: rangeOf({ from, to }) }),
});

export function CreateEventScreen(): ReactElement {
  const allowed = may(useAuthUser(), "project.create");
  return allowed.ok ? <CreateEvent /> : <ForbiddenScreen reason={allowed.reason} />;
}

function CreateEvent(): ReactElement {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Fields>();
  const name = Form.useWatch("name", form) ?? "";
  const create = useMutation(
    trpc.project.createProject.mutationOptions({
      onSuccess: (event) => {
        void queryClient.invalidateQueries({ queryKey: trpc.project.fetchProjects.queryKey() });
        feedback.success(SUCCESS.projectCreated);
        void navigate({ to: "/projects/$projectId/eventImages", params: { projectId: event.slug } });
      },
    }),
  );
  const submit = useMutateOnce(create);
  return (
    <div className="pc-page" style={{ maxWidth: 560 }}>
      <div className="pc-titlebar">
        <h1>Create event</h1>
      </div>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        className="pc-panel"
        style={{ padding: 24 }}
        onFinish={(fields) => submit(toInput(fields))}
        // An error in a closed section would not be visible.
        onFinishFailed={({ errorFields }) =>
          errorFields.some(({ name: [field] }) => isOptionField(String(field))) && setOpen(true)
        }
      >
        <KeepInput />
        <Form.Item name="name" label="Name" rules={[schemaRule(nameSchema)]}>
          <Input dir="auto" />
        </Form.Item>
        <Form.Item
          name="slug"
          label="Slug (optional)"
          extra="Used in the link; cannot be changed."
          rules={[schemaRule(slugSchema)]}
        >
          <Input className="pc-code" placeholder={deriveSlug(name)} autoCapitalize="none" />
        </Form.Item>
        <Form.Item name="preview" valuePropName="checked" extra="Only admins see it until it is activated.">
          <Checkbox>Start as preview</Checkbox>
        </Form.Item>
        <EventOptionFields isOpen={isOpen} onToggle={setOpen} />
        <Space>
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            Create
          </Button>
          <Button onClick={() => void navigate({ to: "/projects" })}>Cancel</Button>
        </Space>
      </Form>
    </div>
  );
}
