import { compressRanges } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../lib/trpc.ts";

/** What one should know before one completes an event: what will happen, and which areas nobody has photographed. */
export function CompleteQuestion({ slug }: { slug: string }): ReactElement {
  const { data } = useQuery(trpc.project.fetchAreasWithoutPhoto.queryOptions({ slug }, { staleTime: 0 }));
  const missing = data?.map(Number) ?? [];
  return (
    <>
      <p>The precount report is made and the event is closed. It can be reopened.</p>
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={missing.length === 1 ? "1 area has no photo" : `${missing.length} areas have no photo`}
          description={`${compressRanges(missing)}. The report lists them as exceptions, with your name as who completed the event.`}
        />
      )}
    </>
  );
}
