import { Button, type ButtonProps } from "antd";
import type { ReactElement, Ref } from "react";
import { WithTooltip } from "./WithTooltip.tsx";
import styles from "./ReasonButton.module.css";

type Props = Omit<ButtonProps, "disabled"> & {
  ref?: Ref<HTMLAnchorElement | HTMLButtonElement>;
  /** Why the button is disabled; null when it is enabled. */
  reason: string | null;
  /** The button's action and its key, shown while it is enabled. */
  tooltip?: string | undefined;
};

/**
 * A button that shows why it is disabled. It stays focusable and hoverable, unlike with the HTML attribute `disabled`, and ignores
 * clicks.
 */
export function ReasonButton({ reason, tooltip, onClick, className, htmlType, ...rest }: Props): ReactElement {
  const isDisabled = reason !== null;
  return (
    <WithTooltip title={reason ?? tooltip ?? ""} showOnTouch={isDisabled}>
      <Button
        {...rest}
        // A disabled submit button must not send its form either.
        htmlType={isDisabled ? "button" : (htmlType ?? "button")}
        aria-disabled={isDisabled}
        className={[className, isDisabled ? styles["off"] : ""].filter(Boolean).join(" ")}
        onClick={(event) => {
          if (isDisabled) event.preventDefault();
          else onClick?.(event);
        }}
      />
    </WithTooltip>
  );
}
