import type { ReactElement } from "react";
export function UploadScreen(): ReactElement {
  return <p>UploadScreen</p>;
}
