import type { ReactElement } from "react";
export function ReportScreen(): ReactElement {
  return <p>ReportScreen</p>;
}
