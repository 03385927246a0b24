import { App } from "antd";
import { useEffect } from "react";
import { feedback } from "../shared/feedback/feedback.ts";

/** Hangs Ant Design's messages into `feedback`, where code without a component finds them. */
export function Feedback(): null {
  const { message, notification } = App.useApp();
  useEffect(() => {
    feedback.success = (text) => void message.success(text);
    feedback.warning = (text) => void message.warning(text, 6);
    feedback.error = (text) => void message.error(text, 8);
    // Without a duration it stays until it is closed. What Ant Design gives is a promise too: awaited, it would never end.
    feedback.busy = (text, durationMs = 0) => {
      const close = message.loading(text, durationMs / 1000);
      return () => close();
    };
    // Below, for what stays so long may not lie over the buttons.
    feedback.notice = (kind, title, text, durationMs) =>
      notification[kind]({
        title,
        description: text,
        duration: durationMs / 1000,
        role: "status",
        placement: "bottomRight",
      });
  }, [message, notification]);
  return null;
}
