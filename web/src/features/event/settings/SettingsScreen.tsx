import {
  DEFAULT_PROJECT_SETTINGS,
  type Project,
  type ProjectSettingsInput,
  ROTATIONS,
  SUCCESS,
  may,
  projectCan,
  projectSettingsInputSchema,
} from "@precount/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { Button, Form, InputNumber, Select, Space } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { ROTATION_TITLES } from "../../../ui/rotations.ts";
import { EventItemList } from "./EventItemList.tsx";
import { EventPreviousEvent } from "./EventPreviousEvent.tsx";
import { EventGroups } from "./EventGroups.tsx";

const route = getRouteApi("/private/projects/$projectId/settings");
const {
  defaultRotation: rotationSchema,
  rejectionThreshold: thresholdSchema,
  mergeDuplicatesPercent: mergeSchema,
} = projectSettingsInputSchema.shape;

export function SettingsScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const user = useAuthUser();
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
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
      <Form.Item name="defaultRotation" label="Default Rotation" rules={[schemaRule(rotationSchema)]}>
        <Select options={ROTATIONS.map((value) => ({ value, label: ROTATION_TITLES[value] }))} />
      </Form.Item>
      <Form.Item
        name="rejectionThreshold"
        label="Rejection Threshold"
        extra={`Images with a smaller share of valid stickers are marked 'Below threshold' and come first. Default: ${DEFAULT_PROJECT_SETTINGS.rejectionThreshold} %.`}
        rules={[schemaRule(thresholdSchema)]}
      >
        {/* No min or max: the field would silently change 900 to 100 instead of showing an error. */}
        <InputNumber suffix="%" style={{ width: 160 }} />
      </Form.Item>
      <Form.Item
        name="mergeDuplicatesPercent"
        label="Merge stickers in two photos automatically"
        extra="From this certainty on, 90 to 100. Empty: a person decides about each pair."
        rules={[schemaRule(mergeSchema)]}
      >
        <InputNumber suffix="%" style={{ width: 160 }} />
      </Form.Item>
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
