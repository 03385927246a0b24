import { type ReactElement, type ReactNode, useRef } from "react";

type Props = {
  className: string;
  /** What the button is called; with `children` they stand on it. */
  label: string;
  /** The device's own camera app at once, instead of its photos. */
  withCamera?: boolean;
  children?: ReactNode;
  onFiles: (files: readonly File[]) => void;
};

/** A button before the browser's own field for files. */
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
          // The same one may be chosen again.
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
