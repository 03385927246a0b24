import { type ReactElement, type ReactNode, useRef } from "react";

type Props = {
  className: string;
  /** The accessible name of the button. */
  label: string;
  /** Opens the device's camera app instead of its photo library. */
  withCamera?: boolean;
  children?: ReactNode;
  onFiles: (files: readonly File[]) => void;
};

/** A button that opens a hidden file input. */
export function FilePick({ className, label, withCamera = false, children, onFiles }: Props): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={`${label}: file`}
        hidden
        multiple={!withCamera}
        {...(withCamera && { capture: "environment" as const })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Otherwise choosing the same file again would fire no event.
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
