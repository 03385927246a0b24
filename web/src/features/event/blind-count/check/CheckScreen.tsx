import { ArrowLeftOutlined } from "@ant-design/icons";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Alert, Button } from "antd";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { Loading } from "../../../../ui/Loading.tsx";
import { type AnswerQueue, answerQueueFor } from "../answers/answer-queue.ts";
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
  const { state, answered, answer, reload } = useChecks(slug, user.sid, queue);
  const [check] = state.is === "check" ? state.checks : [];
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
      {state.is === "loading" && <Loading />}
      {state.is === "failed" && (
        <Alert type="warning" showIcon title={state.reason} action={<Button onClick={reload}>Try again</Button>} />
      )}
      {state.is === "done" && (
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
  const count = useSyncExternalStore(queue.subscribe, () => queue.items().length);
  const isOnline = useSyncExternalStore(queue.subscribe, () => queue.connection === "online");
  const text = count === 0 ? "All saved" : isOnline ? "Saving…" : `${count} waiting · offline`;
  return <output className="pc-quiet">{text}</output>;
}
