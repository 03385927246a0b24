import { SearchOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import styles from "./SearchBox.module.css";

/** As long as people pause between letters while they type, ms. */
const PAUSE_MS = 250;

type Props = {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** Where nobody is asked for what is found, there is nothing to wait for. */
  pauseMs?: number;
  /** Pixels. */
  width?: number;
};

/** Searches as one types, without asking for every letter. */
export function SearchBox({ label, value = "", onSearch, pauseMs = PAUSE_MS, width = 240 }: Props): ReactElement {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The address changed under us: back button, or the filter was cleared.
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim() === "" ? undefined : text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch, pauseMs]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      allowClear
      prefix={<SearchOutlined />}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={styles["box"] ?? ""}
      style={{ width }}
    />
  );
}
