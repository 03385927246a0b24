import { EVERYONE, type LearningGroup, type LearningRun, type Model } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { LEARNING_RUN_DISPLAY, MODEL_STATUS_DISPLAY } from "../../../ui/status-display.tsx";

type Props = { runs: readonly LearningRun[]; models: readonly Model[]; groups: readonly LearningGroup[] };

/** The latest training runs with their models. */
export function RunsTable({ runs, models, groups }: Props): ReactElement {
  return (
    <Table<LearningRun>
      className="pc-panel"
      size="middle"
      rowKey="sid"
      columns={columnsFor(models, groups)}
      dataSource={[...runs]}
      pagination={false}
      scroll={{ x: "max-content" }}
      locale={{ emptyText: <EmptyState text="No training run yet." /> }}
    />
  );
}

const columnsFor = (models: readonly Model[], groups: readonly LearningGroup[]): TableColumnsType<LearningRun> => [
  { key: "createdAt", title: "Started", render: (_, { createdAt }) => <DateText iso={createdAt} /> },
  {
    key: "startedBy",
    title: "By",
    responsive: ["sm"],
    render: (_, { startedBy }) =>
      startedBy === null ? <span className="pc-quiet">automatically</span> : <bdi>{startedBy.name}</bdi>,
  },
  {
    key: "scope",
    title: "From",
    render: (_, { groupSid }) => <bdi>{groups.find(({ sid }) => sid === (groupSid ?? EVERYONE))?.name ?? "–"}</bdi>,
  },
  {
    key: "state",
    title: "Run",
    render: (_, { state, reason }) => (
      <>
        <StatusTag display={LEARNING_RUN_DISPLAY[state]} />
        {reason !== null && <div className="pc-quiet">{reason}</div>}
      </>
    ),
  },
  {
    key: "model",
    title: "Model",
    render: (_, { modelSid }) => <RunModel model={models.find(({ sid }) => sid === modelSid) ?? null} />,
  },
];

function RunModel({ model }: { model: Model | null }): ReactElement {
  if (model === null) return <span className="pc-quiet">none</span>;
  return (
    <span style={{ display: "inline-flex", gap: 8, alignItems: "center" }}>
      <Link to="/models/learning/$modelId" params={{ modelId: model.sid }}>
        {model.title}
      </Link>
      <StatusTag display={MODEL_STATUS_DISPLAY[model.status]} />
    </span>
  );
}
