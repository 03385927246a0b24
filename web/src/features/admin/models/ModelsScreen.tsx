import { MODEL_STATUSES, type Model, type ModelStatus, OWN_SUCCESS, may } from "@precount/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { Select, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { MODEL_STATUS_DISPLAY } from "../../../ui/status-display.tsx";

const columnsFor = (choose: (model: Model, status: ModelStatus) => void): TableColumnsType<Model> => [
  { key: "title", title: "Title", render: (_, { title }) => title },
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
    render: (_, model) => (
      <Select<ModelStatus>
        aria-label={`Status of ${model.title}`}
        value={model.status}
        style={{ width: 160 }}
        options={MODEL_STATUSES.map((value) => ({ value, label: MODEL_STATUS_DISPLAY[value].title }))}
        onChange={(status) => choose(model, status)}
      />
    ),
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
    render: (_, { trainedAt }) => <DateText iso={trainedAt} />,
  },
];

/** All models, for admins. They are installed on the server and cannot be added here (spec §2). */
export function ModelsScreen(): ReactElement {
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const { data: models } = useSuspenseQuery(trpc.model.fetchModels.queryOptions());
  const change = useMutation(
    trpc.model.setModelStatus.mutationOptions({
      onSuccess: () => feedback.success(OWN_SUCCESS.modelUpdated),
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.model.pathKey() }),
    }),
  );
  if (!may(user, "model.list").ok) return <Navigate to="/" replace />;
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Models</h1>
        <span className="pc-quiet">{models.length}</span>
        <span className="pc-grow" />
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
        columns={columnsFor(({ sid }, status) => change.mutate({ sid, status }))}
        dataSource={models}
        pagination={false}
        scroll={{ x: "max-content" }}
        locale={{ emptyText: <EmptyState text="No models yet. The worker registers its models when it starts." /> }}
      />
      <p className="pc-quiet">
        New photos are processed by the most recently trained active model. Preview: for admins only. Deprecated: still
        offered. Retired: no longer offered.
      </p>
    </div>
  );
}
