import { describeFinding } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Input, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
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
      footer={null}
      width={420}
      destroyOnHidden
    >
      {finding !== null && <Form slug={slug} finding={finding} onClose={onClose} />}
    </Modal>
  );
}

function Form({ slug, finding, onClose }: { slug: string; finding: ShownFinding; onClose: () => void }): ReactElement {
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => `${finding.code ?? ""} ${describeFinding(finding)}`.trim());
  const request = useMutation(
    trpc.area.photographAgain.mutationOptions({
      onSuccess: ({ areas, refused }) => {
        const [first] = refused;
        if (areas.length > 0) feedback.success(`Area ${areas.join(", ")} is on the gap list.`);
        else feedback.error(first?.reason ?? "The area does not exist any more.");
        void queryClient.invalidateQueries({ queryKey: trpc.radar.pathKey() });
        onClose();
      },
    }),
  );
  const reason = text.trim();
  return (
    <form
      className={styles["reasons"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== "" && finding.areaSid !== null)
          request.mutate({ project: { slug }, areas: [finding.areaSid], reason });
      }}
    >
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
        loading={request.isPending}
        reason={reason === "" ? "Enter a reason." : null}
      >
        Photograph again
      </ReasonButton>
    </form>
  );
}
