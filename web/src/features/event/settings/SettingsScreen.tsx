import { type Project, type ProjectSettingsInput, SUCCESS, may, projectCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { Button, Form, Space } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { KeepInput, markSaved } from "../../../shared/forms/KeepInput.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { EventItemList } from "./EventItemList.tsx";
import { EventPreviousEvent } from "./EventPreviousEvent.tsx";
import { SettingsFields } from "./SettingsFields.tsx";
import { EventGroups } from "./EventGroups.tsx";

const route = getRouteApi("/private/projects/$projectId/settings");
export function SettingsScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  return (
    <div className="pc-page" style={{ maxWidth: 560 }}>
      <div className="pc-titlebar">
        <h1 title={event.name}>
          Settings: <bdi>{event.name}</bdi>
        </h1>
        <span className="pc-code pc-quiet">{event.slug}</span>
      </div>
      <SettingsForm event={event} />
      <EventItemList event={event} />
      <EventPreviousEvent event={event} />
      {may(user, "group.change").ok && <EventGroups slug={slug} />}
    </div>
  );
}

function SettingsForm({ event }: { event: Project }): ReactElement {
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const { history } = useRouter();
  const queryClient = useQueryClient();
  const user = useAuthUser();
  const [form] = Form.useForm<ProjectSettingsInput>();
  const save = useMutation(
    trpc.project.setProjectSettings.mutationOptions({
      onSuccess: () => {
        markSaved(form);
        void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
        feedback.success(SUCCESS.settingsUpdated);
      },
    }),
  );
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pc-panel"
      style={{ padding: 24 }}
      initialValues={event.settings}
      onFinish={(settings) => save.mutate({ project: { slug: event.slug }, settings })}
    >
      <KeepInput />
      <SettingsFields />
      <Space>
        <ReasonButton
          type="primary"
          htmlType="submit"
          loading={save.isPending}
          reason={reasonOf(projectCan.changeSettings(event, user))}
        >
          Save
        </ReasonButton>
        <Button
          onClick={() => {
            form.resetFields();
            // Spec §2 names /projects; a user who came from another screen goes back there (PD-71).
            if (canGoBack) history.back();
            else void navigate({ to: "/projects" });
          }}
        >
          Cancel
        </Button>
      </Space>
    </Form>
  );
}
