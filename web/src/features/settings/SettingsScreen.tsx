import type { ReactElement } from "react";
export function SettingsScreen(): ReactElement {
  return <p>SettingsScreen</p>;
}
