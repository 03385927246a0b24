import { describeFinding } from "@precount/domain";
import { Input, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { usePhotographAgain } from "../../../shared/areas/use-photograph-again.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepText } from "../../../shared/forms/KeepInput.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Radar.module.css";
import type { ShownFinding } from "./types.ts";

type Props = { slug: string; finding: ShownFinding | null; onClose: () => void };

/** Requests a new photo of the area of a finding. Null while the dialog is closed. */
export function RecheckDialog({ slug, finding, onClose }: Props): ReactElement {
  return (
    <Modal
      title={`Photograph area ${finding?.areaNumber ?? ""} again?`}
      open={finding !== null}
      onCancel={onClose}
      afterOpenChange={focusFieldOnOpen}
      footer={null}
      width={420}
      destroyOnHidden
    >
      {finding !== null && <Form slug={slug} finding={finding} onClose={onClose} />}
    </Modal>
  );
}

function Form({ slug, finding, onClose }: { slug: string; finding: ShownFinding; onClose: () => void }): ReactElement {
  const [proposal] = useState(() => `${finding.code ?? ""} ${describeFinding(finding)}`.trim());
  const [text, setText] = useState(proposal);
  const { isPending, request } = usePhotographAgain(slug, onClose);
  const reason = text.trim();
  return (
    <form
      className={styles["reasons"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== "" && finding.areaSid !== null) request([finding.areaSid], reason);
      }}
    >
      <KeepText isChanged={text !== proposal} />
      <p className="pc-quiet">The photos of the area are rejected with this reason, and the area is on the gap list.</p>
      <Input.TextArea
        aria-label="Reason"
        rows={4}
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ReasonButton
        type="primary"
        htmlType="submit"
        loading={isPending}
        reason={reason === "" ? "Enter a reason." : null}
      >
        Photograph again
      </ReasonButton>
    </form>
  );
}
