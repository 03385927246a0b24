import type { App, ModalFuncProps } from "antd";

type Modal = ReturnType<typeof App.useApp>["modal"];

/** A confirmation that stays open, with its text, until `onOk` succeeds. The caller shows why it fails. */
export function confirmUntilAccepted(modal: Modal, props: ModalFuncProps & { onOk: () => Promise<unknown> }): void {
  // Without `then`, Ant Design would throw the error, which is already shown.
  void Promise.resolve(modal.confirm(props));
}
