import { MoreOutlined } from "@ant-design/icons";
import type { ReactElement, ReactNode } from "react";
import styles from "./ActionMenu.module.css";
import { MenuButton } from "./MenuButton.tsx";

export type Action = {
  key: string;
  title: string;
  icon?: ReactNode;
  /** Why the action is disabled; null when it is enabled. */
  reason: string | null;
  danger?: boolean;
  run: () => void;
};

/** A menu of secondary actions. A disabled action shows its reason. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }): ReactElement {
  const items = actions.map(({ key, title, icon, reason, danger, run }) => ({
    key,
    icon,
    danger: danger ?? false,
    disabled: reason !== null,
    onClick: run,
    label: (
      <span>
        {title}
        {reason !== null && <span className={styles["reason"]}>{reason}</span>}
      </span>
    ),
  }));
  return <MenuButton items={items} icon={<MoreOutlined />} aria-label={label} />;
}
