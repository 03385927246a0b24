import { type AreaGap, formatAreaRanges } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Typography } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";

/** What one should know before one completes an event: what will happen, and which areas are not accounted for. */
export function CompleteQuestion({ slug }: { slug: string }): ReactElement {
  const { data } = useQuery(trpc.area.fetchGaps.queryOptions({ project: { slug } }, { staleTime: 0 }));
  return (
    <>
      <p>The precount report is made and the event is closed. It can be reopened.</p>
      {data !== undefined && data.gaps.length > 0 && <GapsWarning slug={slug} gaps={data.gaps} />}
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
          <p>The report lists what is missing as exceptions, with your name as who completed the event.</p>
          {/* In a tab of its own: the question stays. */}
          <Button href={`/projects/${encodeURIComponent(slug)}/areas/gaps`} target="_blank" rel="noopener">
            Open the gap list
          </Button>
        </>
      }
    />
  );
}

/** A few lines of them: a question is no place for thousands. */
const Numbers = ({ title, numbers }: { title: string; numbers: readonly number[] }): ReactElement | null =>
  numbers.length === 0 ? null : (
    <Typography.Paragraph ellipsis={{ rows: 3 }}>
      {title} ({numbers.length.toLocaleString("en-GB")}): {formatAreaRanges(numbers)}
    </Typography.Paragraph>
  );
