import { formatCountdown } from "@precount/domain";
import { Alert, Button, Space } from "antd";
import type { ReactElement } from "react";
import { useTimeLeft } from "../../shared/time/use-time-left.ts";
import { useNow } from "../../shared/time/use-now.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import styles from "./Experiments.module.css";
import type { Run } from "./use-run.ts";

type Props = {
  /** The verb, and what is said while it is done: 'Analyse', 'Analysing'. */
  verb: string;
  doing: string;
  run: Pick<Run<never, never>, "running" | "failure" | "cancel">;
  /** Why it cannot be done now; null when it can. */
  reason: string | null;
};

/** Starts a quick test, says how far it is, ends it; and what went wrong with the last one. */
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
      <div className={styles["howFar"]}>{running !== null && <HowFar doing={doing} {...running} />}</div>
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

/** 'Sending 45 % · about 2 min left', then 'Analysing 0:07'. */
function HowFar({ doing, since, share }: { doing: string; since: number; share: number }): ReactElement {
  const now = useNow(true);
  const left = useTimeLeft(share, 1);
  const passed = formatCountdown(Math.max(0, now - since));
  return (
    <span className="pc-quiet">
      <output>{share < 1 ? `Sending ${Math.floor(share * 100)} %` : `${doing} ${passed}`}</output>
      {left !== null && ` · ${left}`}
    </span>
  );
}
