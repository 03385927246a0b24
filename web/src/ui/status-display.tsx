import {
  CameraOutlined,
  CheckCircleFilled,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleFilled,
  CrownOutlined,
  DeleteOutlined,
  DisconnectOutlined,
  EditOutlined,
  ExclamationCircleFilled,
  EyeOutlined,
  FallOutlined,
  InboxOutlined,
  LoadingOutlined,
  LockOutlined,
  PlayCircleOutlined,
  PlusCircleOutlined,
  ReloadOutlined,
  ScanOutlined,
  StarFilled,
  StopOutlined,
  UserOutlined,
} from "@ant-design/icons";
import {
  AREA_STATUS_TITLES,
  type AreaStatus,
  type DeliveryState,
  type DetectionStatus,
  type ImageJob,
  type ImageFlag,
  type ImageStatus,
  type JobState,
  type LearningRunState,
  type ModelStatus,
  type PhotoUse,
  type ProjectStatus,
  type Result,
  type ResultStatus,
  type Role,
  TASK_STATUS_TITLES,
  type Task,
  type TaskStatus,
  type UserRow,
  isDoubtful,
  resultEdit,
  resultStatus,
  wasCanceledBeforeStart,
} from "@precount/domain";
import type { ReactNode } from "react";

type Tone = "valid" | "doubtful" | "rejected" | "added" | "muted" | "primary";
/** How a status is displayed: color tone, icon, name and explanation. */
export type StatusDisplay = { tone: Tone; icon: ReactNode; title: string; tooltip?: string };

export const LEARNING_RUN_DISPLAY: Readonly<Record<LearningRunState, StatusDisplay>> = {
  queued: { tone: "primary", icon: <ClockCircleOutlined />, title: "Queued" },
  running: { tone: "primary", icon: <LoadingOutlined />, title: "Running" },
  done: { tone: "valid", icon: <CheckCircleFilled />, title: "Done" },
  failed: { tone: "rejected", icon: <CloseCircleFilled />, title: "Failed" },
  canceled: { tone: "muted", icon: <StopOutlined />, title: "Canceled" },
};

export const DELIVERY_STATE_DISPLAY: Readonly<Record<DeliveryState, StatusDisplay>> = {
  waiting: { tone: "primary", icon: <ClockCircleOutlined />, title: "Waiting" },
  delivered: { tone: "valid", icon: <CheckCircleFilled />, title: "Delivered" },
  failed: { tone: "rejected", icon: <CloseCircleFilled />, title: "Failed" },
};

export const PROJECT_STATUS_DISPLAY: Readonly<Record<ProjectStatus, StatusDisplay>> = {
  preview: { tone: "added", icon: <EyeOutlined />, title: "Preview", tooltip: "Seen by admins only" },
  active: { tone: "primary", icon: <PlayCircleOutlined />, title: "Active" },
  completed: { tone: "valid", icon: <CheckCircleFilled />, title: "Completed" },
  discarded: { tone: "muted", icon: <StopOutlined />, title: "Discarded" },
  archived: { tone: "muted", icon: <InboxOutlined />, title: "Archived" },
};

export const IMAGE_STATUS_DISPLAY: Readonly<Record<ImageStatus, StatusDisplay>> = {
  uploaded: { tone: "muted", icon: <ClockCircleOutlined />, title: "Uploaded", tooltip: "Awaiting processing" },
  processed: {
    tone: "doubtful",
    icon: <ExclamationCircleFilled />,
    title: "Processed",
    tooltip: "Some labels are doubtful",
  },
  pending: {
    tone: "doubtful",
    icon: <CheckCircleOutlined />,
    title: "Pending",
    tooltip: "Every label is valid, not validated yet",
  },
  approved: { tone: "valid", icon: <CheckCircleFilled />, title: "Approved", tooltip: "Validated, ready to use" },
  rejected: { tone: "rejected", icon: <CloseCircleFilled />, title: "Rejected", tooltip: "Left out of the report" },
  not_taken: { tone: "muted", icon: <StopOutlined />, title: "Not taken" },
};

export const AREA_STATUS_DISPLAY: Readonly<Record<AreaStatus, StatusDisplay>> = {
  not_taken: { tone: "muted", icon: <CameraOutlined />, title: AREA_STATUS_TITLES.not_taken, tooltip: "No photo yet" },
  pending: {
    tone: "doubtful",
    icon: <ClockCircleOutlined />,
    title: AREA_STATUS_TITLES.pending,
    tooltip: "Its photo is not validated yet",
  },
  approved: {
    tone: "valid",
    icon: <CheckCircleFilled />,
    title: AREA_STATUS_TITLES.approved,
    tooltip: "Its photo is approved",
  },
  rejected: {
    tone: "rejected",
    icon: <CloseCircleFilled />,
    title: AREA_STATUS_TITLES.rejected,
    tooltip: "Its photo was rejected. Take another one.",
  },
  voided: {
    tone: "muted",
    icon: <StopOutlined />,
    title: AREA_STATUS_TITLES.voided,
    tooltip: "Accounted for without a photo",
  },
};

export const ROLE_DISPLAY: Readonly<Record<Role, StatusDisplay>> = {
  user: { tone: "muted", icon: <UserOutlined />, title: "Regular user" },
  admin: { tone: "primary", icon: <CrownOutlined />, title: "Admin" },
};

/** Whether a user can sign in. */
export function userStatusDisplay({
  isBlocked,
  hasPassword,
}: Pick<UserRow, "isBlocked" | "hasPassword">): StatusDisplay {
  if (isBlocked) return { tone: "rejected", icon: <StopOutlined />, title: "Blocked" };
  if (hasPassword) return { tone: "valid", icon: <CheckCircleOutlined />, title: "Active" };
  return {
    tone: "doubtful",
    icon: <ClockCircleOutlined />,
    title: "No password yet",
    tooltip: "The user has not set a password through the link",
  };
}

export const MODEL_STATUS_DISPLAY: Readonly<Record<ModelStatus, StatusDisplay>> = {
  preview: { tone: "added", icon: <EyeOutlined />, title: "Preview", tooltip: "Seen by admins only" },
  active: { tone: "valid", icon: <PlayCircleOutlined />, title: "Active" },
  deprecated: { tone: "doubtful", icon: <ExclamationCircleFilled />, title: "Deprecated" },
  retired: { tone: "muted", icon: <InboxOutlined />, title: "Retired", tooltip: "No longer offered" },
};

export const DETECTION_STATUS_DISPLAY: Readonly<Record<DetectionStatus, StatusDisplay>> = {
  inferred: { tone: "primary", icon: <ScanOutlined />, title: "Inferred", tooltip: "Not edited yet" },
  drafted: {
    tone: "doubtful",
    icon: <EditOutlined />,
    title: "Drafted",
    tooltip: "Edited, and a label is still doubtful",
  },
  patched: { tone: "added", icon: <EditOutlined />, title: "Patched", tooltip: "Edited, and every label is valid" },
  validated: { tone: "valid", icon: <LockOutlined />, title: "Validated", tooltip: "Checked by a person; read-only" },
  selected: { tone: "valid", icon: <StarFilled />, title: "Selected", tooltip: "Used in the report; read-only" },
  discarded: { tone: "muted", icon: <DeleteOutlined />, title: "Discarded" },
};

/**
 * The status of a result; it tells a confirmation from a change (PD-70).
 * @param isShort leaves the model's value to the tooltip, for tables that show it in a column
 */
export function resultDisplay(result: Result, isShort = false): StatusDisplay {
  if (isDoubtful(result)) return RESULT_STATUS_DISPLAY.invalid;
  const status = resultStatus(result);
  const edit = resultEdit(result);
  if (status === "patched" && edit?.kind === "changed") {
    const { title, ...display } = RESULT_STATUS_DISPLAY.patched;
    const was = `was ${edit.was}`;
    return { ...display, title: isShort ? title : `${title} (${was})`, tooltip: was };
  }
  return status === "valid" && edit?.kind === "confirmed" ? CONFIRMED : RESULT_STATUS_DISPLAY[status];
}

const CONFIRMED: StatusDisplay = {
  tone: "valid",
  icon: <CheckCircleFilled />,
  title: "Confirmed",
  tooltip: "A person typed the value that the model had read",
};

export const RESULT_STATUS_DISPLAY: Readonly<Record<ResultStatus, StatusDisplay>> = {
  valid: { tone: "valid", icon: <CheckCircleOutlined />, title: "Valid" },
  invalid: { tone: "doubtful", icon: <ExclamationCircleFilled />, title: "Doubtful" },
  added: { tone: "added", icon: <PlusCircleOutlined />, title: "Added" },
  patched: { tone: "added", icon: <EditOutlined />, title: "Changed" },
  discarded: { tone: "muted", icon: <DeleteOutlined />, title: "Discarded" },
};

/** How a photo of an area with several photos is used in the count (PD-67); null needs no tag. */
export const PHOTO_USE_DISPLAY: Readonly<Record<PhotoUse, StatusDisplay | null>> = {
  current: { tone: "valid", icon: <CheckCircleFilled />, title: "Counts" },
  too: { tone: "valid", icon: <PlusCircleOutlined />, title: "Counts too" },
  not: { tone: "muted", icon: <StopOutlined />, title: "Does not count" },
  undecided: { tone: "doubtful", icon: <ExclamationCircleFilled />, title: "Undecided" },
  voided: { tone: "muted", icon: <StopOutlined />, title: "Does not count", tooltip: "Its area is voided" },
  rejected: null,
};

export const IMAGE_MARK_DISPLAY: Readonly<Record<ImageFlag, StatusDisplay>> = {
  below: {
    tone: "doubtful",
    icon: <FallOutlined />,
    title: "Below threshold",
    tooltip: "Its share of valid stickers is below the event's Rejection Threshold",
  },
  failed: {
    tone: "rejected",
    icon: <CloseCircleFilled />,
    title: "Failed",
    tooltip: "Its detection failed. Retry it.",
  },
  "no-area": {
    tone: "doubtful",
    icon: <DisconnectOutlined />,
    title: "No area",
    tooltip: "It is counted without an area. Link it to one.",
  },
};

export const IMAGE_MARK_TITLES: Readonly<Record<ImageFlag, string>> = {
  below: IMAGE_MARK_DISPLAY.below.title,
  failed: IMAGE_MARK_DISPLAY.failed.title,
  "no-area": IMAGE_MARK_DISPLAY["no-area"].title,
};

/** The status of a job. A cancelled job is neither done nor failed. */
export const jobDisplay = (job: Pick<ImageJob, "state" | "attempts">): StatusDisplay =>
  wasCanceledBeforeStart(job)
    ? { tone: "muted", icon: <StopOutlined />, title: "Canceled" }
    : JOB_STATE_DISPLAY[job.state];

/** The status of a document task. A task that waits for a retry has the status Created again, but is shown as retrying. */
export const taskDisplay = ({ status, retryAt }: Pick<Task, "status" | "retryAt">): StatusDisplay =>
  retryAt === null ? TASK_STATUS_DISPLAY[status] : JOB_STATE_DISPLAY.retrying;

const TASK_STATUS_DISPLAY: Readonly<Record<TaskStatus, StatusDisplay>> = {
  1: { tone: "muted", icon: <ClockCircleOutlined />, title: TASK_STATUS_TITLES[1] },
  2: { tone: "primary", icon: <LoadingOutlined />, title: TASK_STATUS_TITLES[2] },
  3: { tone: "valid", icon: <CheckCircleFilled />, title: TASK_STATUS_TITLES[3] },
  4: { tone: "rejected", icon: <CloseCircleFilled />, title: TASK_STATUS_TITLES[4] },
};

const JOB_STATE_DISPLAY: Readonly<Record<JobState, StatusDisplay>> = {
  queued: { tone: "muted", icon: <ClockCircleOutlined />, title: "Queued" },
  running: { tone: "primary", icon: <LoadingOutlined />, title: "Detecting" },
  retrying: { tone: "doubtful", icon: <ReloadOutlined />, title: "Retrying" },
  failed: { tone: "rejected", icon: <CloseCircleFilled />, title: "Failed" },
  done: { tone: "valid", icon: <CheckCircleOutlined />, title: "Done" },
};
