import { InboxOutlined } from "@ant-design/icons";
import { type DragEvent, type ReactElement, type ReactNode, useId, useRef, useState } from "react";
import styles from "./DropZone.module.css";

type Props = {
  /** What the browser's own field is called: 'Photos'. */
  label: string;
  /** On the button. */
  buttonText: string;
  /** What may come, or what has; with `reason` that stands in its place. */
  hint: ReactNode;
  /** Why nothing can come; null when it can. */
  reason?: string | null;
  /** Not now, and whoever looks sees why. */
  isDisabled?: boolean;
  /** What the picker offers; what is dropped is the caller's to judge. */
  accept: string;
  /** Several at once; else the first of those that are dropped. */
  isMultiple?: boolean;
  /** In a form, where it is one field among others. */
  isSmall?: boolean;
  /** Of the browser's own field, for a form's label. */
  id?: string | undefined;
  onFiles: (files: readonly File[]) => void;
};

/** Where files are dropped or picked. */
export function DropZone(props: Props): ReactElement {
  const {
    label,
    buttonText: words,
    hint,
    reason = null,
    accept,
    isMultiple = false,
    isSmall = false,
    id,
    onFiles,
  } = props;
  const isOff = reason !== null || (props.isDisabled ?? false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(!isOff);
  };
  const take = (files: FileList | null): void => {
    const all = [...(files ?? [])];
    const taken = isMultiple ? all : all.slice(0, 1);
    if (!isOff && taken.length > 0) onFiles(taken);
  };
  return (
    <div
      className={`${styles["zone"] ?? ""} ${isOver ? (styles["over"] ?? "") : ""}`}
      data-small={isSmall}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <button
        type="button"
        className={styles["pick"]}
        disabled={isOff}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        <InboxOutlined className={styles["icon"]} aria-hidden />
        {words}
      </button>
      <div id={hintId} className="pc-quiet">
        {reason ?? hint}
      </div>
      <input
        ref={input}
        {...(id === undefined ? {} : { id })}
        type="file"
        multiple={isMultiple}
        accept={accept}
        aria-label={label}
        className="pc-visually-hidden"
        tabIndex={-1}
        disabled={isOff}
        onChange={({ target }) => {
          take(target.files);
          target.value = ""; // So that the same file can be chosen again.
        }}
      />
    </div>
  );
}
