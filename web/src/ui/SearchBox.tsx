import { SearchOutlined } from "@ant-design/icons";
import { MAX_SEARCH_LENGTH } from "@precount/domain";
import { Input } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import styles from "./SearchBox.module.css";

/** The debounce interval, longer than a pause between typed letters. */
const DEBOUNCE_MS = 250;

type Props = {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** The debounce interval; 0 for lists that are filtered in the browser. */
  debounceMs?: number;
  /** Pixels. */
  width?: number;
  /** Shown in the empty field instead of the label. */
  hint?: string;
  /** The reason why the text is invalid, which the caller shows; null when it is valid. */
  problem?: string | null;
};

/** A debounced search field. */
export function SearchBox(props: Props): ReactElement {
  const { label, value = "", onSearch, debounceMs = DEBOUNCE_MS, width = 240, hint = label, problem = null } = props;
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    // The URL changed: back button, or the filter was cleared.
    setPreviousValue(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim() === "" ? undefined : text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch, debounceMs]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={hint}
      aria-invalid={problem !== null}
      status={problem === null ? "" : "error"}
      allowClear
      // The address would drop a longer text, and the list would show everything.
      maxLength={MAX_SEARCH_LENGTH}
      prefix={<SearchOutlined />}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={styles["box"] ?? ""}
      style={{ width }}
    />
  );
}
