import { HistoryOutlined } from "@ant-design/icons";
import type { ReactElement } from "react";
import { StatusTag } from "../../ui/StatusTag.tsx";

/** Shows that the results belong to settings that have changed in the form. */
export const StaleTag = ({ verb }: { verb: string }): ReactElement => (
  <StatusTag display={{ tone: "doubtful", icon: <HistoryOutlined />, title: `Settings changed: press ${verb}` }} />
);
