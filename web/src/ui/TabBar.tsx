import type { KeyboardEvent, ReactElement } from "react";
import styles from "./TabBar.module.css";

type Props<T extends string> = {
  label: string;
  tabs: readonly { key: T; title: string }[];
  value: T;
  onChange: (key: T) => void;
  /** The id of the panel that the selected tab controls. */
  panelId: string;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A tab bar whose panel is rendered elsewhere. Arrow keys move between the tabs. */
export function TabBar<T extends string>({ label, tabs, value, onChange, panelId }: Props<T>): ReactElement {
  const step = (event: KeyboardEvent<HTMLElement>): void => {
    const by = STEPS[event.key];
    if (by === undefined || event.shiftKey) return;
    event.preventDefault();
    const at = tabs.findIndex(({ key }) => key === value);
    const next = (at + by + tabs.length) % tabs.length;
    const chosen = tabs[next];
    if (!chosen) return;
    onChange(chosen.key);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    // The tabs take the focus; the list only handles their arrow keys.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="tablist" aria-label={label} className={styles["bar"]} onKeyDown={step}>
      {tabs.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          role="tab"
          className={styles["tab"]}
          aria-selected={key === value}
          {...(key === value ? { "aria-controls": panelId } : {})}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
