import { Input } from "antd";
import { type ReactElement, useState } from "react";
import { KeepText } from "../../../shared/forms/KeepInput.tsx";

/** Why an area is voided; it may be empty. */
export function VoidReason({ onChange }: { onChange: (reason: string) => void }): ReactElement {
  const [reason, setReason] = useState("");
  return (
    <>
      <KeepText isChanged={reason.trim() !== ""} />
      <Input.TextArea
        aria-label="Reason"
        placeholder="Reason"
        maxLength={500}
        rows={3}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          onChange(target.value);
        }}
      />
    </>
  );
}
