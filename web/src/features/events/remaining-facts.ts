import { type ProjectListItem, type ProjectSummary, describeAreaProgress, estimateEventFinish } from "@precount/domain";
import { describeFinish } from "../../shared/time/describe-finish.ts";

export type EventSummary = { of: ProjectSummary; nowMs: number };

/** The areas that are accounted for (PD-69), and when the event will be finished. Empty until the summary arrives. */
export function remainingFacts({
  status,
  summary,
}: Pick<ProjectListItem, "status"> & { summary?: EventSummary | undefined }): string[] {
  if (!summary) return [];
  const { of, nowMs } = summary;
  const finish = estimateEventFinish(of, nowMs);
  return [
    ...(of.areas.total > 0 ? [describeAreaProgress(of.areas)] : []),
    ...(status === "active" && finish.kind === "at" ? [`Finish: ${describeFinish(finish, nowMs)}`] : []),
  ];
}
