import { OWN_BUSY, may } from "@precount/domain";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactElement, useEffect } from "react";
import { startDownload } from "../../../shared/api/download.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ForbiddenScreen } from "../../../ui/ErrorScreen.tsx";
import { CurrentRun } from "./CurrentRun.tsx";
import { GroupsTable } from "./GroupsTable.tsx";
import { LearningSettingsForm } from "./LearningSettingsForm.tsx";
import { RunsTable } from "./RunsTable.tsx";
import { describeExamples, exampleExport } from "./texts.ts";
import { useLearningActions } from "./use-learning-actions.ts";
import styles from "./Learning.module.css";

/** While a run waits or runs, its progress is fetched this often. */
const REFETCH_MS = 2000;
/** Otherwise, the changes of other admins are. */
const IDLE_REFETCH_MS = 10_000;

/** Learning from the crew's corrections, for admins. */
export function LearningScreen(): ReactElement {
  const allowed = may(useAuthUser(), "learning.manage");
  return allowed.ok ? <Learning /> : <ForbiddenScreen reason={allowed.reason} />;
}

function Learning(): ReactElement {
  const { data: overview } = useSuspenseQuery(
    trpc.learning.fetchOverview.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.run ? REFETCH_MS : IDLE_REFETCH_MS),
    }),
  );
  // A run that ends makes a model and an entry in the list of runs.
  const refetchInterval = overview.run === null ? IDLE_REFETCH_MS : REFETCH_MS;
  const { data: runs } = useSuspenseQuery(trpc.learning.fetchRuns.queryOptions(undefined, { refetchInterval }));
  const { data: models } = useSuspenseQuery(trpc.model.fetchModels.queryOptions(undefined, { refetchInterval }));
  const { counts, run } = overview;
  useRefetchAfterRun(run?.sid ?? null);
  const actions = useLearningActions();
  const noExamples = counts.stickers === 0 ? "There are no examples yet." : null;
  return (
    <div className={`pc-page ${styles["stack"] ?? ""}`}>
      <div className="pc-titlebar">
        <h1>Learning</h1>
        <span className="pc-grow" />
        <ActionMenu
          label="More actions"
          actions={[
            {
              key: "download",
              title: "Download all examples",
              reason: noExamples,
              run: () => startDownload(exampleExport(null), OWN_BUSY.preparing),
            },
            {
              key: "delete",
              title: "Delete all examples",
              reason: noExamples,
              danger: true,
              run: () => actions.deleteExamples(null, counts.stickers),
            },
          ]}
        />
      </div>
      <p className="pc-quiet" style={{ margin: 0 }}>
        The model learns from the values of approved photos: its readings of this crew&rsquo;s handwriting get better.
        Pictures and values stay on this server. One sticker in five is only used to compare a new model with the one in
        use.
      </p>
      {run !== null && <CurrentRun run={run} onCancel={() => actions.cancel(run.sid)} />}
      <p style={{ margin: 0 }}>{describeExamples(overview)}</p>
      <GroupsTable overview={overview} models={models} actions={actions} />
      <LearningSettingsForm settings={overview.settings} />
      <h2>Training runs</h2>
      <RunsTable runs={runs} models={models} groups={overview.groups} />
    </div>
  );
}

/**
 * Fetches the runs and the models once more when the run has ended. Their last answers of the refetch interval may be older than the
 * end, and nothing refetches them after it.
 */
function useRefetchAfterRun(runSid: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (runSid === null) return undefined;
    return () => {
      void queryClient.invalidateQueries({ queryKey: trpc.learning.fetchRuns.queryKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.model.pathKey() });
    };
  }, [queryClient, runSid]);
}
