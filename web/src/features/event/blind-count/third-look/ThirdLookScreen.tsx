import { ArrowLeftOutlined } from "@ant-design/icons";
import type { CheckOutcome } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { Loading } from "../../../../ui/Loading.tsx";
import { PhotoDecision } from "./PhotoDecision.tsx";
import { StickerDecision } from "./StickerDecision.tsx";

const route = getRouteApi("/private/projects/$projectId/blind-count/third-looks");

/** Decides about checks whose answer differs from the report. It hides who gave which value. */
export function ThirdLookScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const queryClient = useQueryClient();
  const { data: looks } = useQuery(trpc.blindCount.fetchThirdLooks.queryOptions({ slug }, { staleTime: 0 }));
  useLiveEvent(slug, [trpc.blindCount.fetchThirdLooks.queryKey({ slug })]);
  const settle = useMutation(
    trpc.blindCount.settleCheck.mutationOptions({
      onSuccess: ({ corrections }) =>
        feedback.success(corrections === 0 ? "Decided. The report was right." : "Decided. The image is corrected."),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.blindCount.pathKey() }),
    }),
  );
  const [look] = looks ?? [];
  const decide = (outcome: CheckOutcome): void => {
    if (look && !settle.isPending) settle.mutate({ sid: look.sid, outcome });
  };
  return (
    <div className="pc-page" style={{ maxWidth: 720 }}>
      <Link className="pc-back" to="/projects/$projectId/blind-count" params={{ projectId: slug }}>
        <ArrowLeftOutlined aria-hidden /> Blind count
      </Link>
      <div className="pc-titlebar" style={{ marginTop: 8 }}>
        <h1>Third looks</h1>
        {looks && looks.length > 0 && <span className="pc-quiet">{looks.length} to decide</span>}
      </div>
      {!looks && <Loading />}
      {looks?.length === 0 && (
        <EmptyState text="Nothing to decide. Answers that differ from the report come here; your own are decided by others." />
      )}
      {look?.rect && (
        <StickerDecision key={look.sid} look={look} rect={look.rect} isBusy={settle.isPending} onDecide={decide} />
      )}
      {look?.rect === null && <PhotoDecision key={look.sid} look={look} isBusy={settle.isPending} onDecide={decide} />}
    </div>
  );
}
