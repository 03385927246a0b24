import { type LearningReport, type Model, canPromote, canRollBack, may, modelTitle } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { DayOrTimeText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ForbiddenScreen } from "../../../ui/ErrorScreen.tsx";
import { Facts } from "../../../ui/Facts.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { MODEL_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import { BeforeAfter } from "./BeforeAfter.tsx";
import { ChangedExamples } from "./ChangedExamples.tsx";
import { ConfusionMap } from "./ConfusionMap.tsx";
import { LeftOutAccounts } from "./LeftOutAccounts.tsx";
import { Reliability } from "./Reliability.tsx";
import { describeDecision, describeOrigins, describeVerdict, formatCount } from "./texts.ts";
import { useLearningActions } from "./use-learning-actions.ts";
import styles from "./Learning.module.css";

const route = getRouteApi("/private/models/learning/$modelId");

/** The examples of a learned model, and its comparison with the model that was in use, for admins. */
export function ModelReportScreen(): ReactElement {
  const allowed = may(useAuthUser(), "learning.manage");
  return allowed.ok ? <ModelReport /> : <ForbiddenScreen reason={allowed.reason} />;
}

function ModelReport(): ReactElement {
  const { modelId: modelSid } = route.useParams();
  const { data: report } = useSuspenseQuery(trpc.learning.fetchReport.queryOptions({ modelSid }));
  // The cached list may be older than the model, which the worker adds. A stale time of 0 would not do: a suspense query makes it 1 s.
  const { data: models, isFetching } = useSuspenseQuery(
    trpc.model.fetchModels.queryOptions(undefined, { refetchOnMount: "always" }),
  );
  const model = models.find(({ sid }) => sid === modelSid);
  if (model === undefined) return isFetching ? <Loading /> : <EmptyState text="This model does not exist any more." />;
  if (report === null) return <EmptyState text={`${model.title} has no report of its training run.`} />;
  const { champion, challenger } = report.models;
  return (
    <div className={`pc-page ${styles["stack"] ?? ""}`}>
      <TitleBar model={model} report={report} models={models} />
      <Alert
        type={report.decision.ok ? "success" : "warning"}
        showIcon
        title={describeDecision(report, model, models)}
        description={describeVerdict(report)}
      />
      {model.learned?.problem && <Alert type="error" showIcon title={model.learned.problem} />}
      <Lineage model={model} report={report} titleOf={(name) => modelTitle(models, name)} />
      <BeforeAfter champion={champion} challenger={challenger} />
      <div className={styles["columns"]}>
        <Reliability champion={champion} challenger={challenger} />
        <ConfusionMap champion={champion} challenger={challenger} />
      </div>
      <ChangedExamples changed={report.changed} better={report.better} worse={report.worse} />
      <LeftOutAccounts accounts={report.leftOutAccounts} />
    </div>
  );
}

type TitleBarProps = { model: Model; report: LearningReport; models: readonly Model[] };

function TitleBar({ model, report, models }: TitleBarProps): ReactElement {
  const actions = useLearningActions();
  const isInUse = model.status === "active";
  const { sid, title } = model;
  const scope = { groupSid: model.learned?.groupSid ?? null };
  return (
    <div className="pc-titlebar">
      <h1>{title}</h1>
      <StatusTag display={MODEL_STATUS_DISPLAY[model.status]} />
      <span className="pc-grow" />
      {isInUse ? (
        <ReasonButton reason={reasonOf(canRollBack(model))} onClick={() => actions.rollBack(scope, title)}>
          Roll back
        </ReasonButton>
      ) : (
        <ReasonButton
          type="primary"
          reason={reasonOf(canPromote(model, report, models))}
          onClick={() => actions.promote(sid, title)}
        >
          Use for new photos
        </ReasonButton>
      )}
    </div>
  );
}

type LineageProps = { model: Model; report: LearningReport; titleOf: (name: string) => string };

function Lineage({ model, report, titleOf }: LineageProps): ReactElement {
  const { data: overview } = useSuspenseQuery(trpc.learning.fetchOverview.queryOptions());
  const group = overview.groups.find(({ sid }) => sid === model.learned?.groupSid);
  const { learnedFrom } = report;
  return (
    <Facts
      facts={[
        ["For", model.learned?.groupSid ? <bdi key="for">{group?.name ?? "a deleted group"}</bdi> : "all events"],
        ["Trained", <DayOrTimeText key="trained" iso={model.trainedAt} />],
        ["Networks of", titleOf(report.base)],
        ["Compared with", titleOf(report.champion)],
        ["Learned from", `${formatCount(learnedFrom.stickers)} stickers (${describeOrigins(learnedFrom)})`],
        ["Events", formatCount(learnedFrom.projects)],
        ["People", formatCount(learnedFrom.accounts)],
      ]}
    />
  );
}
