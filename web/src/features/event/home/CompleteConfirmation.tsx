import { type AreaGap, FINDING_KINDS, describeFinding, findingSubject, formatAreaRanges } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Typography } from "antd";
import type { ReactElement } from "react";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";
import { CertificateWarning } from "./CertificateWarning.tsx";

type Props = {
  slug: string;
  withoutArea: number;
  /** The event's setting: percent of wrong rows that the certificate must rule out. */
  certificatePercent: number | null;
};

/** Explains what completing an event does, and lists the areas that are not accounted for and the photos without an area. */
export function CompleteConfirmation({ slug, withoutArea, certificatePercent }: Props): ReactElement {
  const { data } = useQuery(trpc.area.fetchGaps.queryOptions({ project: { slug } }, { staleTime: 0 }));
  return (
    <>
      <p>This creates the precount report and closes the event. The event can be reopened.</p>
      {data !== undefined && data.gaps.length > 0 && <GapsWarning slug={slug} gaps={data.gaps} />}
      <CertificateWarning slug={slug} percent={certificatePercent} />
      <FindingsWarning slug={slug} />
      {withoutArea > 0 && <WithoutAreaWarning slug={slug} count={withoutArea} />}
    </>
  );
}

type Gaps = { slug: string; gaps: readonly AreaGap[] };

function GapsWarning({ slug, gaps }: Gaps): ReactElement {
  const numbersOf = (status: AreaGap["status"]) =>
    gaps.filter((gap) => gap.status === status).map(({ name }) => Number(name));
  const count = gaps.length.toLocaleString("en-GB");
  return (
    <Alert
      type="warning"
      showIcon
      title={gaps.length === 1 ? "1 area is not accounted for" : `${count} areas are not accounted for`}
      description={
        <>
          <Numbers title="No photo" numbers={numbersOf("not_taken")} />
          <Numbers title="Photo rejected" numbers={numbersOf("rejected")} />
          <p>The report lists the missing areas as exceptions and names you as the person who completed the event.</p>
          {/* In a new tab, so that the dialog stays open. */}
          <Button href={`/projects/${encodeURIComponent(slug)}/areas/gaps`} target="_blank" rel="noopener">
            Open the gap list
          </Button>
        </>
      }
    />
  );
}

/** Findings in the warning. The radar shows all. */
const MAX_FINDINGS = 5;

/** The open findings of the radar with a high impact. They do not block Complete; completing accepts them (PD-92). */
function FindingsWarning({ slug }: { slug: string }): ReactElement | null {
  const { data } = useQuery(
    trpc.radar.fetchFindings.queryOptions(
      { project: { slug }, severities: ["high"], page: 1, pageSize: MAX_FINDINGS },
      { staleTime: 0, trpc: UNBATCHED },
    ),
  );
  if (data === undefined || data.total === 0) return null;
  const more = data.total - data.findings.length;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginTop: 12 }}
      title={data.total === 1 ? "1 finding of high impact is open" : `${data.total} findings of high impact are open`}
      description={
        <>
          <ul style={{ paddingInlineStart: 18, margin: "4px 0 8px" }}>
            {data.findings.map((finding) => (
              <li key={finding.key}>
                {FINDING_KINDS[finding.kind].title}, {findingSubject(finding)}: {describeFinding(finding)}
              </li>
            ))}
          </ul>
          {more > 0 && <p>And {more.toLocaleString("en-GB")} more.</p>}
          <p>Completing the event accepts them in your name.</p>
          <Button href={`/projects/${encodeURIComponent(slug)}/radar?severity=high`} target="_blank" rel="noopener">
            Open the radar
          </Button>
        </>
      }
    />
  );
}

/** Names in the warning. The list of images shows all. */
const MAX_NAMES = 10;

function WithoutAreaWarning({ slug, count }: { slug: string; count: number }): ReactElement {
  const { data } = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(
      { slug, mark: ["no-area"], sort: "name", page: 1, pageSize: MAX_NAMES },
      { staleTime: 0 },
    ),
  );
  const names = data?.images.map(({ name }) => name) ?? [];
  const more = count - names.length;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginTop: 12 }}
      title={count === 1 ? "1 photo has no area" : `${count.toLocaleString("en-GB")} photos have no area`}
      description={
        <>
          <Typography.Paragraph ellipsis={{ rows: 3 }}>
            <bdi>{names.join(", ")}</bdi>
            {names.length > 0 && more > 0 && ` and ${more.toLocaleString("en-GB")} more`}
          </Typography.Paragraph>
          <p>
            {count === 1
              ? "Its stickers are counted without an area. The report lists this photo as an exception."
              : "Their stickers are counted without an area. The report lists these photos as exceptions."}
          </p>
          <Button
            href={`/projects/${encodeURIComponent(slug)}/eventImages?mark=no-area`}
            target="_blank"
            rel="noopener"
          >
            Show these photos
          </Button>
        </>
      }
    />
  );
}

/** Area numbers, limited to a few lines because there can be thousands. */
const Numbers = ({ title, numbers }: { title: string; numbers: readonly number[] }): ReactElement | null =>
  numbers.length === 0 ? null : (
    <Typography.Paragraph ellipsis={{ rows: 3 }}>
      {title} ({numbers.length.toLocaleString("en-GB")}): {formatAreaRanges(numbers)}
    </Typography.Paragraph>
  );
