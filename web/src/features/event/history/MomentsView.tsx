import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { DifferentRows } from "./DifferentRows.tsx";
import { MomentFigures } from "./MomentFigures.tsx";
import { MomentSlider } from "./MomentSlider.tsx";
import type { HistoryViewProps } from "./view-props.ts";

/** The figures of an event at two moments, and the rows of its report that differ between them. */
export function MomentsView({ slug, search, onSearch }: HistoryViewProps): ReactElement {
  // The end of the slider: fixed while the view is open, so that the handles do not move by themselves.
  const [now] = useState(() => new Date().toISOString());
  const { data, isPending } = useQuery(
    trpc.history.getFirstMoment.queryOptions({ project: { slug } }, { throwOnError: true }),
  );
  if (isPending) return <LoadingRows />;
  const first = data?.first ?? null;
  if (first === null) return <EmptyState text="This event has no images yet." />;
  const [from, until] = [search.from ?? first, search.until ?? now];
  return (
    <>
      <MomentSlider
        first={first}
        last={now}
        value={[from, until]}
        onChange={([start, end]) => onSearch({ from: start, until: end, page: 1 })}
      />
      <MomentFigures slug={slug} from={from} until={until} />
      <h2>Rows that differ</h2>
      {/* The key: rows of other moments are not shown while new ones are compared. */}
      <DifferentRows
        key={`${from} ${until}`}
        slug={slug}
        from={from}
        until={until}
        search={search}
        onSearch={onSearch}
      />
    </>
  );
}
