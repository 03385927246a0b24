import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { ChangesTable } from "./ChangesTable.tsx";
import { DifferencesTable } from "./DifferencesTable.tsx";
import styles from "./Report.module.css";
import { useReportSearch } from "./use-report-search.ts";

/** What the report is compared with: another version, by its sid, or the newest report of another event, by its slug. */
type Choice = `version:${string}` | `event:${string}`;

/** The report against another version of it, row by row, or against another event, by code or area. */
export function CompareView(): ReactElement {
  const { input, search, change } = useReportSearch();
  const { data: cover } = useSuspenseQuery(trpc.project.getReportCover.queryOptions(input));
  const { data: events, isPending } = useQuery(trpc.report.fetchComparableEvents.queryOptions(input));
  if (isPending) return <LoadingRows />;
  const others = cover.versions.filter(({ sid }) => sid !== cover.sid);
  const versions = others.map(({ sid, version }) => ({
    value: `version:${sid}` as const,
    label: `Version ${version}`,
  }));
  const counts = (events ?? []).map(({ slug, name }) => ({ value: `event:${slug}` as const, label: name }));
  const known: Choice[] = [...versions, ...counts].map(({ value }) => value);
  const previous = others.find(({ version }) => version === cover.version - 1);
  const wanted: Choice | undefined =
    search.event === undefined ? previous && `version:${search.before ?? previous.sid}` : `event:${search.event}`;
  const chosen = known.find((candidate) => candidate === wanted) ?? known[0];
  if (chosen === undefined) {
    return <EmptyState text="There is no other version of this report, and no other event with a report." />;
  }
  const choose = (value: Choice): void => {
    const [kind, id] = value.split(":");
    change({
      before: kind === "version" ? id : undefined,
      event: kind === "event" ? id : undefined,
      page: 1,
      sort: undefined,
      search: undefined,
      change: undefined,
    });
  };
  const [kind, id = ""] = chosen.split(":");
  return (
    <>
      <div className={styles["filters"]}>
        <span id="compare-with">Compare with</span>
        <Select<Choice>
          aria-labelledby="compare-with"
          style={{ minWidth: 240, maxWidth: "100%" }}
          value={chosen}
          onChange={choose}
          options={[
            { label: "This event", options: versions },
            { label: "Newest report of another event", options: counts },
          ].filter(({ options }) => options.length > 0)}
        />
      </div>
      {kind === "version" ? <ChangesTable key={id} beforeSid={id} /> : <DifferencesTable key={id} other={id} />}
    </>
  );
}
