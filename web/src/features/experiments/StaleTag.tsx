import { HistoryOutlined } from "@ant-design/icons";
import type { ReactElement } from "react";
import { StatusTag } from "../../ui/StatusTag.tsx";

/** What stands here is of other settings than the form now says. */
export const StaleTag = ({ verb }: { verb: string }): ReactElement => (
  <StatusTag display={{ tone: "doubtful", icon: <HistoryOutlined />, title: `Of other settings: press ${verb}` }} />
);
