import {
  FINDING_KINDS,
  FINDING_KIND_NAMES,
  FINDING_SEVERITIES,
  MAX_AREA_NUMBER,
  type FindingKind,
} from "@precount/domain";
import { Button, InputNumber, Select } from "antd";
import type { ReactElement } from "react";
import type { RadarSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { StatusFilter } from "../../../ui/StatusFilter.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { SEVERITY_DISPLAY } from "./severity-display.tsx";
import styles from "./Radar.module.css";
import { isFiltered } from "./filters.ts";
import type { RadarSummary } from "./types.ts";

type Props = { search: RadarSearch; summary: RadarSummary; onChange: ChangeSearch<RadarSearch> };

export function RadarFilters({ search, summary, onChange }: Props): ReactElement {
  const counts = new Map(summary.byKind.map(({ kind, count }) => [kind, count]));
  return (
    <div className={styles["filters"]}>
      <SegmentedControl<"open" | "accepted">
        aria-label="Findings to show"
        value={search.show ?? "open"}
        options={[
          { value: "open", label: `Open ${summary.open}` },
          { value: "accepted", label: `Accepted ${summary.accepted}` },
        ]}
        onChange={(show) => onChange({ show: show === "open" ? undefined : show, page: 1 })}
      />
      <StatusFilter
        label="Severity"
        displays={SEVERITY_DISPLAY}
        options={FINDING_SEVERITIES}
        counts={summary.bySeverity}
        value={search.severity ?? []}
        onChange={(severity) => onChange({ severity: severity.length > 0 ? severity : undefined, page: 1 })}
      />
      <Select<FindingKind[]>
        mode="multiple"
        aria-label="Kinds"
        placeholder="All kinds"
        className={styles["select"] ?? ""}
        maxTagCount="responsive"
        allowClear
        value={search.kind ?? []}
        options={FINDING_KIND_NAMES.map((kind) => ({
          value: kind,
          label: `${FINDING_KINDS[kind].title} ${counts.get(kind) ?? 0}`,
        }))}
        onChange={(kind) => onChange({ kind: kind.length > 0 ? kind : undefined, page: 1 })}
      />
      {summary.byDepartment.length > 0 && (
        <Select<string>
          aria-label="Department"
          placeholder="All departments"
          className={styles["select"] ?? ""}
          allowClear
          showSearch
          value={search.department ?? null}
          options={summary.byDepartment.map(({ department, count }) => ({
            value: department,
            label: `${department} ${count}`,
          }))}
          onChange={(department: string | undefined) => onChange({ department, page: 1 })}
        />
      )}
      <InputNumber<number>
        aria-label="Area"
        placeholder="Area"
        min={1}
        max={MAX_AREA_NUMBER}
        precision={0}
        controls={false}
        className={styles["area"] ?? ""}
        value={search.area ?? null}
        onChange={(area) => onChange({ area: area ?? undefined, page: 1 })}
      />
      {isFiltered(search) && (
        <Button
          type="link"
          onClick={() =>
            onChange({ kind: undefined, severity: undefined, department: undefined, area: undefined, page: 1 })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
