import type { ReactElement } from "react";
export function ReviewScreen(): ReactElement {
  return <p>ReviewScreen</p>;
}
