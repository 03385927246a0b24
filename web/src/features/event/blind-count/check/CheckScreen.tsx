import { ArrowLeftOutlined } from "@ant-design/icons";
import { blindCountCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Alert, Button } from "antd";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { Loading } from "../../../../ui/Loading.tsx";
import { RefusedAnswers } from "../answers/RefusedAnswers.tsx";
import { type AnswerQueue, answerQueueFor } from "../answers/answer-queue.ts";
import { describeAnswers } from "../answers/stored-answer.ts";
import { useConnection } from "../answers/use-connection.ts";
import type { ShownCheck } from "../types.ts";
import styles from "./Check.module.css";
import { PhotoCheck } from "./PhotoCheck.tsx";
import { StickerCheck } from "./StickerCheck.tsx";
import { useChecks } from "./use-checks.ts";

const route = getRouteApi("/private/projects/$projectId/blind-count/check");

/** Blind checks, one after the other: the person types what the sticker says and never sees the report's value. */
export function CheckScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const user = useAuthUser();
  const [queue] = useState(() => answerQueueFor(user.sid));
  useEffect(() => queue.open(), [queue]);
  const { data: event } = useQuery(trpc.project.getProject.queryOptions({ slug }));
  useLiveEvent(slug, [trpc.project.getProject.queryKey({ slug })]);
  const { state, answered, answer, reload } = useChecks({ slug, name: event?.name }, user.sid, queue);
  // Someone may complete the event meanwhile: then the server would refuse each answer.
  const refusal = event ? reasonOf(blindCountCan.check(event, user)) : null;
  const [check] = state.is === "check" && refusal === null ? state.checks : [];
  return (
    <div className={styles["screen"]}>
      <div className={styles["bar"]}>
        <Link className="pc-back" to="/projects/$projectId/blind-count" params={{ projectId: slug }}>
          <ArrowLeftOutlined aria-hidden /> Blind count
        </Link>
        <h1 className={`pc-quiet ${styles["title"] ?? ""}`}>
          {answered === 0 ? instructionFor(check) : `${answered} checked`}
        </h1>
        <Unsent queue={queue} />
      </div>
      <RefusedAnswers queue={queue} />
      {refusal !== null && <Alert type="warning" showIcon title={refusal} />}
      {state.is === "loading" && <Loading />}
      {state.is === "failed" && refusal === null && (
        <Alert type="warning" showIcon title={state.reason} action={<Button onClick={reload}>Try again</Button>} />
      )}
      {state.is === "done" && refusal === null && (
        <EmptyState text="There is nothing for you to check now. Images that you validated or edited are checked by others.">
          <Button onClick={reload}>Look again</Button>
        </EmptyState>
      )}
      {check?.rect && <StickerCheck key={check.sid} photo={check.photo} rect={check.rect} onAnswer={answer} />}
      {check?.rect === null && <PhotoCheck key={check.sid} photo={check.photo} onAnswer={answer} />}
    </div>
  );
}

function instructionFor(check: ShownCheck | undefined): string {
  if (!check) return "Blind checks";
  return check.rect === null ? "Find stickers without a box" : "Type what the sticker says";
}

/** The number of answers that the server does not have yet. */
function Unsent({ queue }: { queue: AnswerQueue }): ReactElement {
  const connection = useConnection(queue);
  const text = useSyncExternalStore(queue.subscribe, () => describeAnswers(queue.items(), connection));
  return <output className="pc-quiet">{text}</output>;
}
