import { App } from "antd";
import { useEffect } from "react";
import { feedback } from "../shared/feedback/feedback.ts";

/** Connects `feedback`, which code outside of components calls, to Ant Design's messages. */
export function Feedback(): null {
  const { message, notification } = App.useApp();
  useEffect(() => {
    feedback.success = (text) => void message.success(text);
    feedback.warning = (text) => void message.warning(text, 6);
    feedback.error = (text) => void message.error(text, 8);
    // Duration 0 keeps the message until the returned function is called. Ant Design also returns a promise, which would never resolve.
    feedback.busy = (text, durationMs = 0) => {
      const close = message.loading(text, durationMs / 1000);
      return () => close();
    };
    // At the bottom: a notice stays long and must not cover the buttons at the top.
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
