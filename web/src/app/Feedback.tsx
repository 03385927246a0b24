import { App, Button } from "antd";
import { type ReactElement, useEffect } from "react";
import { feedback } from "../shared/feedback/feedback.ts";
import { once } from "../shared/feedback/once.ts";
import { readingTimeS } from "../shared/feedback/reading-time.ts";

let lastKey = 0;

/** One action can have two: an image is rejected, and no other one is left to review. */
const SHOWN_SUCCESSES = 2;
let successes = 0;

/** There a notice at the bottom would cover the button for the next photo. */
const PHONE = "(max-width: 600px)";

type NoticeActionProps = { label: string; onClick: () => void };

const NoticeAction = ({ label, onClick }: NoticeActionProps): ReactElement => (
  <Button size="small" type="primary" onClick={onClick}>
    {label}
  </Button>
);

/** Connects `feedback`, which code outside of components calls, to Ant Design's messages. */
export function Feedback(): null {
  const { message, notification } = App.useApp();
  useEffect(() => {
    // A message above the limit removes the oldest one. So a success replaces the last but one, and a repeated problem is shown once: neither
    // removes another problem before it is read. Clicks pass through: a short message must not keep anyone from the buttons below it.
    feedback.success = (text) =>
      void message.success({
        key: `success ${(successes += 1) % SHOWN_SUCCESSES}`,
        content: text,
        className: "pc-click-through",
      });
    feedback.warning = (text) => void message.warning({ key: text, content: text, duration: readingTimeS(text, 6) });
    feedback.error = (text) => void message.error({ key: text, content: text, duration: readingTimeS(text, 8) });
    // Duration 0 keeps the message until the returned function is called. Ant Design also returns a promise, which would never resolve.
    feedback.busy = (text, durationMs = 0) => {
      const close = message.loading({ content: text, duration: durationMs / 1000, className: "pc-click-through" });
      return () => close();
    };
    // At the bottom: a notice stays long and must not cover the buttons at the top.
    feedback.notice = (kind, title, text, durationMs, { key = String(++lastKey), action, place, onClose } = {}) =>
      notification[kind]({
        key,
        title,
        ...(action && {
          actions: (
            <NoticeAction
              label={action.label}
              onClick={once(() => {
                notification.destroy(key);
                action.run();
              })}
            />
          ),
        }),
        ...(onClose && { onClose }),
        description: text,
        duration: durationMs / 1000,
        role: kind === "error" ? "alert" : "status",
        placement: place === "start" ? (matchMedia(PHONE).matches ? "top" : "bottomLeft") : "bottomRight",
      });
  }, [message, notification]);
  return null;
}
