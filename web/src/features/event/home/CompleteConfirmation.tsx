import { type AreaGap, formatAreaRanges } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Typography } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";

/** Explains what completing an event does, and lists the areas that are not accounted for and the photos without an area. */
export function CompleteConfirmation({ slug, withoutArea }: { slug: string; withoutArea: number }): ReactElement {
  const { data } = useQuery(trpc.area.fetchGaps.queryOptions({ project: { slug } }, { staleTime: 0 }));
  return (
    <>
      <p>This creates the precount report and closes the event. The event can be reopened.</p>
      {data !== undefined && data.gaps.length > 0 && <GapsWarning slug={slug} gaps={data.gaps} />}
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
          <p>Their stickers are counted without an area. The report lists these photos as exceptions.</p>
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
