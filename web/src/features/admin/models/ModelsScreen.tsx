import {
  MODEL_STATUSES,
  type Model,
  type ModelStatus,
  OWN_SUCCESS,
  canSetModelStatus,
  describeAccuracy,
  may,
} from "@precount/domain";
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { App, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText, DayOrTimeText } from "../../../ui/DateText.tsx";
import { ForbiddenScreen } from "../../../ui/ErrorScreen.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { MODEL_STATUS_DISPLAY } from "../../../ui/status-display.tsx";

const columnsFor = (
  actionsOf: (model: Model) => readonly Action[],
  accuracyOf: (model: Model) => string | null,
): TableColumnsType<Model> => [
  { key: "title", title: "Title", render: (_, model) => <ModelTitle model={model} /> },
  { key: "name", title: "Name", responsive: ["sm"], render: (_, { name }) => <span className="pc-code">{name}</span> },
  {
    key: "backend",
    title: "Backend",
    responsive: ["sm"],
    render: (_, { backend }) => <span className="pc-code">{backend}</span>,
  },
  {
    key: "status",
    title: "Status",
    render: (_, { status }) => <StatusTag display={MODEL_STATUS_DISPLAY[status]} />,
  },
  {
    key: "accuracy",
    title: "Stickers not corrected",
    align: "right",
    render: (_, model) => accuracyOf(model) ?? <span className="pc-quiet">none approved</span>,
  },
  {
    key: "statusDate",
    title: "Since",
    responsive: ["sm"],
    render: (_, { statusDate }) => <DateText iso={statusDate} />,
  },
  {
    key: "trainedAt",
    title: "Trained",
    responsive: ["sm"],
    render: (_, { trainedAt }) => <DayOrTimeText iso={trainedAt} />,
  },
  {
    key: "actions",
    title: <span className="pc-visually-hidden">Actions</span>,
    align: "right",
    render: (_, model) => <ActionMenu label={`Actions for ${model.title}`} actions={actionsOf(model)} />,
  },
];

/** A learned model's title leads to its report. */
function ModelTitle({ model: { sid, title, learned } }: { model: Model }): ReactElement {
  if (learned === null) return <>{title}</>;
  return (
    <>
      <Link to="/models/learning/$modelId" params={{ modelId: sid }}>
        {title}
      </Link>
      {learned.problem !== null && <div className="pc-quiet">{learned.problem}</div>}
    </>
  );
}

const EMPTY_REFRESH_MS = 3000;

/** The effect of each status, for the confirmation. */
const EFFECTS: Readonly<Record<ModelStatus, string>> = {
  preview: "Only admins can see and use it. New photos are no longer processed by it.",
  active: "All users can use it. New photos are processed by the most recently trained active model.",
  deprecated: "It is still offered, with a tag. New photos are no longer processed by it.",
  retired: "It is no longer offered. Existing detections stay.",
};

/** The changes of a model's status, each behind a confirmation (PD-76). */
function useStatusActions(): (model: Model) => readonly Action[] {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const { mutate } = useMutation(
    trpc.model.setModelStatus.mutationOptions({
      onSuccess: () => feedback.success(OWN_SUCCESS.modelUpdated),
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.model.pathKey() }),
    }),
  );
  return ({ sid, title, status: current, backend, learned }) =>
    MODEL_STATUSES.map((status) => {
      const allowed = canSetModelStatus({ backend, learned });
      const statusTitle = MODEL_STATUS_DISPLAY[status].title;
      return {
        key: status,
        title: `Change status to ${statusTitle}`,
        reason: status === current ? "This is the current status." : allowed.ok ? null : allowed.reason,
        run: () =>
          void modal.confirm({
            title: `Are you sure to change ${title} to ${statusTitle}?`,
            content: EFFECTS[status],
            okText: "Change status",
            onOk: () => mutate({ sid, status }),
          }),
      };
    });
}

/** All models, for admins. They are installed on the server and cannot be added here (spec §2). */
export function ModelsScreen(): ReactElement {
  const user = useAuthUser();
  const { data: models } = useSuspenseQuery(
    trpc.model.fetchModels.queryOptions(undefined, {
      // After the first start, the worker registers its models while this screen may be open already.
      refetchInterval: ({ state }) => (state.data?.length === 0 ? EMPTY_REFRESH_MS : false),
    }),
  );
  const actionsOf = useStatusActions();
  const { data: accuracies } = useQuery(trpc.model.fetchAccuracies.queryOptions());
  const accuracyOf = ({ sid }: Model): string | null => {
    const found = accuracies?.find(({ modelSid }) => modelSid === sid);
    return found ? describeAccuracy(found) : null;
  };
  const allowed = may(user, "model.list");
  if (!allowed.ok) return <ForbiddenScreen reason={allowed.reason} />;
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Models</h1>
        <span className="pc-quiet">{models.length}</span>
        <span className="pc-grow" />
        <Link to="/models/learning">Learning</Link>
        <ReasonButton
          type="primary"
          reason="Models are installed on the server: the worker registers each model folder when it starts."
        >
          Add model
        </ReasonButton>
      </div>
      <Table<Model>
        className="pc-panel"
        size="middle"
        rowKey="sid"
        columns={columnsFor(actionsOf, accuracyOf)}
        dataSource={models}
        pagination={false}
        scroll={{ x: "max-content" }}
        locale={{ emptyText: <EmptyState text="No models yet. The worker registers its models when it starts." /> }}
      />
      <p className="pc-quiet">
        New photos are processed by the learned model in use, else by the most recently trained active model. Stickers
        not corrected: the share of the model&rsquo;s stickers in approved images in which no person changed a value.
        Preview: for admins only. Deprecated: still offered. Retired: no longer offered.
      </p>
    </div>
  );
}
