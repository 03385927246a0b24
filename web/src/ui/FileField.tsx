import { formatSize } from "@precount/domain";
import type { ReactElement } from "react";
import { DropZone } from "./DropZone.tsx";
import styles from "./DropZone.module.css";

type Props = {
  label: string;
  buttonText: string;
  /** What may come, while nothing has. */
  hint: string;
  accept: string;
  isDisabled?: boolean;
  /** From the form. */
  id?: string;
  value?: File | undefined;
  onChange?: (file: File | undefined) => void;
};

/** One file as a field of a form: dropped or picked, by another one replaced. */
export function FileField({
  label,
  buttonText: words,
  hint,
  accept,
  isDisabled: isOff = false,
  id,
  value,
  onChange,
}: Props): ReactElement {
  return (
    <DropZone
      isSmall
      id={id}
      label={label}
      buttonText={value ? "Choose another" : words}
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
      isDisabled={isOff}
      onFiles={([file]) => onChange?.(file)}
    />
  );
}
