import { Alert, App, Button, Space } from "antd";
import { type ReactElement, useSyncExternalStore } from "react";
import { type AnswerQueue, discardRefused, sendAgain } from "./answer-queue.ts";
import { REFUSED_ADVICE, describeRefused, isRefused, refusalReasons } from "./stored-answer.ts";

/** The answers that the server refused, with the reasons. They stay on this device until the person decides. */
export function RefusedAnswers({ queue }: { queue: AnswerQueue }): ReactElement | null {
  const { modal } = App.useApp();
  const count = useSyncExternalStore(queue.subscribe, () => queue.items().filter(isRefused).length);
  const reasons = useSyncExternalStore(queue.subscribe, () => refusalReasons(queue.items()).join(" "));
  if (count === 0) return null;
  const confirmDiscard = (): void =>
    void modal.confirm({
      title: count === 1 ? "Discard this answer?" : `Discard these ${count} answers?`,
      content: count === 1 ? "It exists only on this device." : "They exist only on this device.",
      okText: "Discard",
      okButtonProps: { danger: true },
      onOk: () => discardRefused(queue),
    });
  return (
    <Alert
      type="warning"
      showIcon
      title={describeRefused(count)}
      description={`${reasons} ${REFUSED_ADVICE}`}
      action={
        <Space wrap>
          <Button onClick={() => void sendAgain(queue)}>Send again</Button>
          <Button onClick={confirmDiscard}>Discard</Button>
        </Space>
      }
    />
  );
}
