import { formatCountdown } from "@precount/domain";
import { Alert, Button, Space } from "antd";
import type { ReactElement } from "react";
import { useTimeLeft } from "../../shared/time/use-time-left.ts";
import { useNow } from "../../shared/time/use-now.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import styles from "./Experiments.module.css";
import type { Run } from "./use-run.ts";

type Props = {
  /** The button's verb and its progress form: 'Analyze', 'Analyzing'. */
  verb: string;
  doing: string;
  run: Pick<Run<never, never>, "running" | "failure" | "cancel">;
  /** Why the test cannot run; null when it can. */
  reason: string | null;
};

/** Starts and cancels a test, with its progress and its last failure. */
export function RunBar({ verb, doing, run, reason }: Props): ReactElement {
  const { running, failure, cancel } = run;
  return (
    <>
      <Space>
        <ReasonButton type="primary" htmlType="submit" loading={running !== null} reason={reason}>
          {verb}
        </ReasonButton>
        {running !== null && <Button onClick={cancel}>Cancel</Button>}
      </Space>
      <div className={styles["progress"]}>{running !== null && <Progress doing={doing} {...running} />}</div>
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          className={styles["failure"] ?? ""}
          title={failure.message}
          description={failure.hint}
        />
      )}
    </>
  );
}

/** 'Sending 45 % · about 2 min left', then 'Analyzing 0:07'. */
function Progress({ doing, since, share }: { doing: string; since: number; share: number }): ReactElement {
  const now = useNow(true);
  const left = useTimeLeft(share, 1);
  const elapsed = formatCountdown(Math.max(0, now - since));
  return (
    <span className="pc-quiet">
      <output>{share < 1 ? `Sending ${Math.floor(share * 100)} %` : `${doing} ${elapsed}`}</output>
      {left !== null && ` · ${left}`}
    </span>
  );
}
