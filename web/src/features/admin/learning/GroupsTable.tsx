import {
  EVERYONE,
  type LearningGroup,
  type LearningOverview,
  type Model,
  OWN_BUSY,
  canRollBack,
  canStartLearning,
  learnedModelFor,
} from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Checkbox, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { startDownload } from "../../../shared/api/download.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { describeOrigins, exampleExport, formatCount } from "./texts.ts";
import { type LearningActions, scopeOf } from "./use-learning-actions.ts";

type Props = { overview: LearningOverview; models: readonly Model[]; actions: LearningActions };

/** The groups with their switch, their examples and the model that learned from them. */
export function GroupsTable({ overview, models, actions }: Props): ReactElement {
  return (
    <Table<LearningGroup>
      className="pc-panel"
      size="middle"
      rowKey="sid"
      columns={columnsFor({ models, actions, overview })}
      dataSource={overview.groups}
      pagination={false}
      scroll={{ x: "max-content" }}
    />
  );
}

const columnsFor = (use: Props): TableColumnsType<LearningGroup> => [
  { key: "name", title: "Group", render: (_, { name }) => <bdi>{name}</bdi> },
  {
    key: "collects",
    title: "Collect examples",
    render: (_, { sid, name, collects }) => (
      <Checkbox
        checked={collects}
        aria-label={`Collect examples from the events of ${name}`}
        onChange={({ target }) => use.actions.setCollects(sid, target.checked)}
      />
    ),
  },
  {
    key: "stickers",
    title: "Stickers",
    align: "right",
    render: (_, { counts }) => (
      <span title={describeOrigins(counts)} style={{ whiteSpace: "nowrap" }}>
        {formatCount(counts.stickers)}
      </span>
    ),
  },
  {
    key: "typed",
    title: "Typed or checked",
    align: "right",
    responsive: ["sm"],
    render: (_, { counts: { typed, blindChecked } }) => formatCount(typed + blindChecked),
  },
  {
    key: "heldOut",
    title: "For judging",
    align: "right",
    responsive: ["sm"],
    render: (_, { counts }) => formatCount(counts.heldOut),
  },
  {
    key: "model",
    title: "Learned model in use",
    render: (_, group) => <ModelInUse group={group} models={use.models} />,
  },
  {
    key: "actions",
    title: <span className="pc-visually-hidden">Actions</span>,
    align: "right",
    // The menu with 'Learn now' stays on the screen of a phone.
    fixed: "right",
    render: (_, group) => <ActionMenu label={`Actions for ${group.name}`} actions={actionsOf(group, use)} />,
  },
];

/** A group without a model of its own uses that of Everyone. */
function ModelInUse({ group, models }: Pick<Props, "models"> & { group: LearningGroup }): ReactElement {
  const used = learnedModelFor(models, [group.sid]);
  return (
    <>
      <ModelLink model={used} />
      {used !== null && group.modelSid !== used.sid && <span className="pc-quiet"> from Everyone</span>}
    </>
  );
}

function ModelLink({ model }: { model: Model | null }): ReactElement {
  if (model === null) return <span className="pc-quiet">none</span>;
  return (
    <Link to="/models/learning/$modelId" params={{ modelId: model.sid }}>
      {model.title}
    </Link>
  );
}

function actionsOf({ sid, name, counts, modelSid }: LearningGroup, { models, actions, overview }: Props): Action[] {
  // A model for everyone learns from all examples.
  const { stickers } = sid === EVERYONE ? overview.counts : counts;
  const inUse = models.find((model) => model.sid === modelSid) ?? null;
  const noExamples = counts.stickers === 0 ? "There are no examples yet." : null;
  return [
    {
      key: "start",
      title: "Learn now",
      reason: reasonOf(canStartLearning(stickers, overview.run)),
      run: () => actions.start(sid),
    },
    {
      key: "rollBack",
      title: "Roll back the model",
      reason: reasonOf(canRollBack(inUse)),
      run: () => actions.rollBack(scopeOf(sid), inUse?.title ?? ""),
    },
    {
      key: "download",
      title: "Download examples",
      reason: noExamples,
      run: () => startDownload(exampleExport(sid), OWN_BUSY.preparing),
    },
    {
      key: "delete",
      title: "Delete examples",
      reason: noExamples,
      danger: true,
      run: () => actions.deleteExamples({ sid, name }, counts.stickers),
    },
  ];
}
