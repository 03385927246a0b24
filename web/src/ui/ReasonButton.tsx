import { Button, type ButtonProps } from "antd";
import type { ReactElement } from "react";
import { WithTooltip } from "./WithTooltip.tsx";
import styles from "./ReasonButton.module.css";

type Props = Omit<ButtonProps, "disabled"> & {
  /** Why it cannot be done now; null when it can. */
  reason: string | null;
  /** What it does and its key, shown while it can be done. */
  tooltip?: string | undefined;
};

/**
 * A button that says why it is disabled. It stays reachable by keyboard and pointer, as the browser's own
 * `disabled` would not, and does nothing.
 */
export function ReasonButton({ reason, tooltip, onClick, className, htmlType, ...rest }: Props): ReactElement {
  const off = reason !== null;
  return (
    <WithTooltip title={reason ?? tooltip ?? ""} showOnTouch={off}>
      <Button
        {...rest}
        // A disabled submit button must not send its form either.
        htmlType={off ? "button" : (htmlType ?? "button")}
        aria-disabled={off}
        className={[className, off ? styles["off"] : ""].filter(Boolean).join(" ")}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      />
    </WithTooltip>
  );
}
