import { ExclamationCircleFilled, InfoCircleOutlined, WarningFilled } from "@ant-design/icons";
import { FINDING_SEVERITY_TITLES, type FindingSeverity } from "@precount/domain";
import type { StatusDisplay } from "../../../ui/status-display.tsx";

/** Severities compare the expected impact with that of a typical sticker of the event. */
export const SEVERITY_DISPLAY: Readonly<Record<FindingSeverity, StatusDisplay>> = {
  high: {
    tone: "rejected",
    icon: <ExclamationCircleFilled />,
    title: FINDING_SEVERITY_TITLES.high,
    tooltip: "Expected impact of ten typical stickers and more",
  },
  medium: {
    tone: "doubtful",
    icon: <WarningFilled />,
    title: FINDING_SEVERITY_TITLES.medium,
    tooltip: "Expected impact of two to ten typical stickers",
  },
  low: {
    tone: "muted",
    icon: <InfoCircleOutlined />,
    title: FINDING_SEVERITY_TITLES.low,
    tooltip: "Expected impact below two typical stickers",
  },
};
