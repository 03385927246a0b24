import { formatSize } from "@precount/domain";
import type { ReactElement } from "react";
import { DropZone } from "./DropZone.tsx";
import styles from "./DropZone.module.css";

type Props = {
  label: string;
  buttonText: string;
  /** The accepted files, shown until one is chosen. */
  hint: string;
  accept: string;
  isDisabled?: boolean;
  /** Set by Ant Design's form to connect the label. */
  id?: string;
  value?: File | undefined;
  onChange?: (file: File | undefined) => void;
};

/** A form field for one file: dropped or picked; another file replaces it. */
export function FileField({
  label,
  buttonText,
  hint,
  accept,
  isDisabled = false,
  id,
  value,
  onChange,
}: Props): ReactElement {
  return (
    <DropZone
      isSmall
      id={id}
      label={label}
      buttonText={value ? "Choose another" : buttonText}
      hint={
        value ? (
          <span className={styles["chosen"]}>
            <bdi className={styles["name"]} title={value.name}>
              {value.name}
            </bdi>
            <span>{formatSize(value.size)}</span>
          </span>
        ) : (
          hint
        )
      }
      accept={accept}
      isDisabled={isDisabled}
      onFiles={([file]) => onChange?.(file)}
    />
  );
}
