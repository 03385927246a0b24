import { InboxOutlined } from "@ant-design/icons";
import { type DragEvent, type ReactElement, type ReactNode, useId, useRef, useState } from "react";
import styles from "./DropZone.module.css";

type Props = {
  /** The accessible name of the file input, such as 'Photos'. */
  label: string;
  /** The text of the button. */
  buttonText: string;
  /** The accepted files, or the chosen one. `reason` replaces it. */
  hint: ReactNode;
  /** Why files cannot be added; null when they can. */
  reason?: string | null;
  /** Disabled for a reason that is visible elsewhere. */
  isDisabled?: boolean;
  /** The file types of the picker. Dropped files are not checked here. */
  accept: string;
  /** Whether several files can be added at once; otherwise only the first of the dropped files is used. */
  isMultiple?: boolean;
  /** Compact, as a field of a form. */
  isSmall?: boolean;
  /** The id of the file input, for a form's label. */
  id?: string | undefined;
  onFiles: (files: readonly File[]) => void;
};

/** A zone to drop files or to open the file picker. */
export function DropZone(props: Props): ReactElement {
  const { label, buttonText, hint, reason = null, accept, isMultiple = false, isSmall = false, id, onFiles } = props;
  const isDisabled = reason !== null || (props.isDisabled ?? false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isDragOver, setDragOver] = useState(false);
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setDragOver(!isDisabled);
  };
  const add = (files: FileList | null): void => {
    const all = [...(files ?? [])];
    const accepted = isMultiple ? all : all.slice(0, 1);
    if (!isDisabled && accepted.length > 0) onFiles(accepted);
  };
  return (
    <div
      className={`${styles["zone"] ?? ""} ${isDragOver ? (styles["over"] ?? "") : ""}`}
      data-small={isSmall}
      onDragOver={drag}
      onDragEnter={drag}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragOver(false);
        add(event.dataTransfer.files);
      }}
    >
      <button
        type="button"
        className={styles["pick"]}
        disabled={isDisabled}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        <InboxOutlined className={styles["icon"]} aria-hidden />
        {buttonText}
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
        disabled={isDisabled}
        onChange={({ target }) => {
          add(target.files);
          target.value = ""; // The browser reports no change if the same file is chosen again.
        }}
      />
    </div>
  );
}
