import { Modal } from "antd";
import type { ReactElement } from "react";
import type { Answers } from "../../../shared/api/trpc.ts";
import { SetPasswordLink } from "./SetPasswordLink.tsx";

type Props = { made: Answers["user"]["makeSetPasswordLink"] | null; onClose: () => void };

/** A link that was just made: it is shown this once. */
export function LinkDialog({ made, onClose }: Props): ReactElement {
  return (
    <Modal title="Set-password link" open={made !== null} onCancel={onClose} footer={null} destroyOnHidden>
      {made && <SetPasswordLink user={made.user} link={made.link} />}
    </Modal>
  );
}
