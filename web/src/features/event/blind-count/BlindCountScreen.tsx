import { PrinterOutlined } from "@ant-design/icons";
import { type Project, blindCountCan, may } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { App, Space } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { Loading } from "../../../ui/Loading.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { CertificatePanel } from "../../../shared/certificate/CertificatePanel.tsx";
import { ErrorRates } from "./ErrorRates.tsx";
import { confirmUntilAccepted } from "../../../shared/feedback/confirm-until-accepted.ts";
import { PrintedCertificate } from "../../../shared/certificate/PrintedCertificate.tsx";
import { StartForm } from "./StartForm.tsx";
import { RefusedAnswers } from "./answers/RefusedAnswers.tsx";
import { answerQueueFor } from "./answers/answer-queue.ts";
import type { BlindCount } from "./types.ts";

const route = getRouteApi("/private/projects/$projectId/blind-count");

/** The blind second count of an event: start it, check, decide differences, and read the certificate so far. */
export function BlindCountScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  const { data: count } = useQuery(
    trpc.blindCount.getBlindCount.queryOptions({ slug }, { staleTime: 0, trpc: UNBATCHED }),
  );
  useLiveEvent(slug, [trpc.blindCount.getBlindCount.queryKey({ slug }), trpc.project.getProject.queryKey({ slug })]);
  // Sends what was answered before the page was closed.
  const [queue] = useState(() => answerQueueFor(user.sid));
  useEffect(() => queue.open(), [queue]);
  return (
    <div className="pc-page" style={{ maxWidth: 860 }}>
      <div className="pc-titlebar">
        <h1 title={event.name}>
          Blind count: <bdi>{event.name}</bdi>
        </h1>
        <span className="pc-grow" />
        {count && <Actions event={event} count={count} />}
      </div>
      <RefusedAnswers queue={queue} />
      {count === undefined && <Loading />}
      {count === null && <StartForm event={event} />}
      {count && <CertificatePanel certificate={count.certificate} />}
      {count && <PrintedCertificate certificate={count.certificate} event={event.name} report={null} />}
      {may(user, "audit.see").ok && <ErrorRates slug={slug} />}
    </div>
  );
}

function Actions({ event, count }: { event: Project; count: BlindCount }): ReactElement {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const user = useAuthUser();
  const params = { projectId: event.slug };
  const stop = useMutation(
    trpc.blindCount.stopBlindCount.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.blindCount.pathKey() }),
    }),
  );
  const refusal = reasonOf(blindCountCan.check(event, user));
  const { toAnswer, toSettle, certificate } = count;
  const mayDraw = certificate.figures.toDraw > 0;
  const nothing = "There is nothing for you here now. Images that you validated or edited are checked by others.";
  const confirmStop = (): void =>
    confirmUntilAccepted(modal, {
      title: "Stop the blind count?",
      content: "Its answers are kept, but the next blind count starts with a new sample.",
      okText: "Stop",
      onOk: () => stop.mutateAsync({ slug: event.slug }),
    });
  return (
    <Space wrap>
      <ReasonButton
        type="primary"
        reason={refusal ?? (toAnswer > 0 || mayDraw ? null : nothing)}
        onClick={() => void navigate({ to: "/projects/$projectId/blind-count/check", params })}
      >
        {withCount("Check", toAnswer)}
      </ReasonButton>
      <ReasonButton
        reason={refusal ?? (toSettle > 0 ? null : "No answer that you may decide about differs from the report.")}
        onClick={() => void navigate({ to: "/projects/$projectId/blind-count/third-looks", params })}
      >
        {withCount("Third looks", toSettle)}
      </ReasonButton>
      <ReasonButton icon={<PrinterOutlined />} reason={null} onClick={() => print()}>
        Print
      </ReasonButton>
      <ReasonButton reason={reasonOf(blindCountCan.start(event, user))} loading={stop.isPending} onClick={confirmStop}>
        Stop
      </ReasonButton>
    </Space>
  );
}

const withCount = (title: string, count: number): string =>
  count === 0 ? title : `${title} · ${count.toLocaleString("en-GB")}`;
