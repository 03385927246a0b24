import { PrinterOutlined } from "@ant-design/icons";
import { type VarianceTable, describeImageProgress } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { TABLE_FORMATS, startDownload } from "../../../shared/api/download.ts";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { VARIANCE_VIEWS, type VarianceView } from "../../../shared/paging/search.ts";
import { DownloadMenu } from "../../../ui/DownloadMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { TabBar } from "../../../ui/TabBar.tsx";
import { AreasTable } from "./AreasTable.tsx";
import { CodesTable } from "./CodesTable.tsx";
import { DepartmentsTable } from "./DepartmentsTable.tsx";
import { NothingToCompare } from "./NothingToCompare.tsx";
import { PrintedVariance } from "./PrintedVariance.tsx";
import { VarianceBar } from "./VarianceBar.tsx";
import { VarianceCharts } from "./VarianceCharts.tsx";
import { VarianceTotals } from "./VarianceTotals.tsx";
import styles from "./Variance.module.css";
import { plainUnits } from "./format.ts";
import { type VarianceInput, useVarianceSearch } from "./use-variance-search.ts";
import { varianceDownloadUrl } from "./variance-download-url.ts";

type Variance = RouterOutputs["variance"]["getVariance"];

const TAB_TITLES: Readonly<Record<VarianceView, string>> = {
  codes: "Codes",
  departments: "Departments",
  areas: "Areas",
};
const PANEL = "variance-table";

/** Counted against expected units: of the current results of an event, or of a report. */
export function VarianceScreen(): ReactElement {
  const { slug, input, measure, search, change } = useVarianceSearch();
  const event = useProject(slug);
  const { data: variance } = useSuspenseQuery(trpc.variance.getVariance.queryOptions({ ...input, ...measure }));
  useLiveEvent(slug, [trpc.project.getProject.queryKey({ slug }), trpc.variance.pathKey()]);
  const { basis, overview } = variance;
  const report = event.reports.find(({ sid }) => sid === search.report);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Variance</h1>
        <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }}>
          <bdi>{event.name}</bdi>
        </Link>
        <span className="pc-grow" />
        <Link to="/projects/$projectId/variance/recount" params={{ projectId: slug }}>
          Recount list
        </Link>
        <ReasonButton
          icon={<PrinterOutlined />}
          reason={overview === null ? "There is nothing to compare yet." : null}
          onClick={() => print()}
        >
          Print
        </ReasonButton>
        {basis !== null && <Downloads slug={slug} input={{ ...input, basis }} />}
      </div>
      <p className="pc-quiet">
        {report
          ? `The rows of ${report.title}.`
          : `The current results, reviewed or not: ${describeImageProgress(variance.images)}.`}
      </p>
      <VarianceBar {...variance} onChange={(changes) => change({ ...changes, page: 1 })} />
      {basis === null || overview === null ? (
        <NothingToCompare event={event} hasItems={variance.hasItems} />
      ) : (
        <>
          <Compared variance={{ ...variance, basis, overview }} />
          <PrintedVariance name={report?.title ?? event.name} variance={{ ...variance, basis, overview }} />
        </>
      )}
    </div>
  );
}

type ComparedProps = {
  variance: Variance & { basis: NonNullable<Variance["basis"]>; overview: NonNullable<Variance["overview"]> };
};

function Compared({ variance: { basis, overview, measure, previousEvent } }: ComparedProps): ReactElement {
  const { search, change } = useVarianceSearch();
  const view = search.view ?? "codes";
  const { codes, units } = overview.totals.withoutExpectation;
  const show = (chosen: VarianceView, more: { department?: string } = {}): void =>
    change({ view: chosen === "codes" ? undefined : chosen, page: undefined, sort: undefined, ...more });
  return (
    <>
      {basis === "previous" && previousEvent && (
        <p className="pc-quiet">
          Compared with the newest report of <bdi>{previousEvent.name}</bdi>.
        </p>
      )}
      <VarianceTotals totals={overview.totals} />
      {codes > 0 && (
        <p className="pc-quiet">
          {plainUnits(units)} units of {plainUnits(codes)} {codes === 1 ? "code" : "codes"} without an expected quantity
          are not in these figures.
        </p>
      )}
      <VarianceCharts overview={overview} measure={measure} />
      <TabBar
        label="Table"
        panelId={PANEL}
        value={view}
        tabs={VARIANCE_VIEWS.map((key) => ({ key, title: TAB_TITLES[key] }))}
        onChange={show}
      />
      <div id={PANEL} role="tabpanel" aria-label={TAB_TITLES[view]} className={styles["panel"] ?? ""}>
        {view === "codes" && <CodesTable measure={measure} />}
        {view === "departments" && (
          <DepartmentsTable overview={overview} onChoose={(department) => show("codes", { department })} />
        )}
        {view === "areas" && <AreasTable basis={basis} />}
      </div>
    </>
  );
}

const DOWNLOADS: readonly { table: VarianceTable; title: string }[] = [
  { table: "codes", title: "Codes" },
  { table: "departments", title: "Departments" },
  { table: "areas", title: "Areas" },
];

const Downloads = ({ slug, input }: { slug: string; input: VarianceInput }): ReactElement => (
  <DownloadMenu
    label="Download"
    downloads={DOWNLOADS.flatMap(({ table, title }) =>
      TABLE_FORMATS.map((format) => ({
        title: `${title} (${format.toUpperCase()})`,
        start: () => startDownload(varianceDownloadUrl(slug, { ...input, table, format })),
      })),
    )}
  />
);
