import { Modal } from "antd";
import type { ReactElement } from "react";
import { SetPasswordLink } from "./SetPasswordLink.tsx";
import type { PasswordLink } from "./use-user-mutations.ts";

type Props = { link: PasswordLink | null; onClose: () => void };

/** Shows a new set-password link, once. */
export function LinkDialog({ link, onClose }: Props): ReactElement {
  return (
    <Modal title="Set-password link" open={link !== null} onCancel={onClose} footer={null} destroyOnHidden>
      {link && <SetPasswordLink user={link.user} link={link.link} />}
    </Modal>
  );
}
