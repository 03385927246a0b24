import {
  CameraOutlined,
  CheckCircleFilled,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleFilled,
  CrownOutlined,
  DeleteOutlined,
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
  type DetectionStatus,
  type ImageJob,
  type ImageFlag,
  type ImageStatus,
  type JobState,
  type ModelStatus,
  type ProjectStatus,
  type ResultStatus,
  type Role,
  TASK_STATUS_TITLES,
  type Task,
  type TaskStatus,
  type UserRow,
  wasCanceledBeforeStart,
} from "@precount/domain";
import type { ReactNode } from "react";

type Tone = "valid" | "doubtful" | "rejected" | "added" | "muted" | "primary";
/** How a status looks: its colour, its icon, its word, and what it means. */
export type StatusLook = { tone: Tone; icon: ReactNode; title: string; hint?: string };

export const PROJECT_LOOKS: Readonly<Record<ProjectStatus, StatusLook>> = {
  preview: { tone: "added", icon: <EyeOutlined />, title: "Preview", hint: "Seen by admins only" },
  active: { tone: "primary", icon: <PlayCircleOutlined />, title: "Active" },
  completed: { tone: "valid", icon: <CheckCircleFilled />, title: "Completed" },
  discarded: { tone: "muted", icon: <StopOutlined />, title: "Discarded" },
  archived: { tone: "muted", icon: <InboxOutlined />, title: "Archived" },
};

export const IMAGE_LOOKS: Readonly<Record<ImageStatus, StatusLook>> = {
  uploaded: { tone: "muted", icon: <ClockCircleOutlined />, title: "Uploaded", hint: "Awaiting processing" },
  processed: {
    tone: "doubtful",
    icon: <ExclamationCircleFilled />,
    title: "Processed",
    hint: "Some labels are doubtful",
  },
  pending: {
    tone: "doubtful",
    icon: <CheckCircleOutlined />,
    title: "Pending",
    hint: "Every label is valid, nobody has validated yet",
  },
  approved: { tone: "valid", icon: <CheckCircleFilled />, title: "Approved", hint: "Validated, ready to use" },
  rejected: { tone: "rejected", icon: <CloseCircleFilled />, title: "Rejected", hint: "Left out of the report" },
  not_taken: { tone: "muted", icon: <StopOutlined />, title: "Not taken" },
};

export const AREA_LOOKS: Readonly<Record<AreaStatus, StatusLook>> = {
  not_taken: { tone: "muted", icon: <CameraOutlined />, title: AREA_STATUS_TITLES.not_taken, hint: "No photo yet" },
  pending: {
    tone: "doubtful",
    icon: <ClockCircleOutlined />,
    title: AREA_STATUS_TITLES.pending,
    hint: "Its photo waits for somebody to validate it",
  },
  approved: {
    tone: "valid",
    icon: <CheckCircleFilled />,
    title: AREA_STATUS_TITLES.approved,
    hint: "Its photo is approved",
  },
  rejected: {
    tone: "rejected",
    icon: <CloseCircleFilled />,
    title: AREA_STATUS_TITLES.rejected,
    hint: "Its photo was rejected: take another",
  },
  voided: {
    tone: "muted",
    icon: <StopOutlined />,
    title: AREA_STATUS_TITLES.voided,
    hint: "Accounted for without a photo",
  },
};

export const ROLE_LOOKS: Readonly<Record<Role, StatusLook>> = {
  user: { tone: "muted", icon: <UserOutlined />, title: "Regular user" },
  admin: { tone: "primary", icon: <CrownOutlined />, title: "Admin" },
};

/** Whether somebody can sign in. */
export function userLook({ isBlocked, hasPassword }: Pick<UserRow, "isBlocked" | "hasPassword">): StatusLook {
  if (isBlocked) return { tone: "rejected", icon: <StopOutlined />, title: "Blocked" };
  if (hasPassword) return { tone: "valid", icon: <CheckCircleOutlined />, title: "Active" };
  return {
    tone: "doubtful",
    icon: <ClockCircleOutlined />,
    title: "No password yet",
    hint: "They have not set a password through their link",
  };
}

export const MODEL_LOOKS: Readonly<Record<ModelStatus, StatusLook>> = {
  preview: { tone: "added", icon: <EyeOutlined />, title: "Preview", hint: "Seen by admins only" },
  active: { tone: "valid", icon: <PlayCircleOutlined />, title: "Active" },
  deprecated: { tone: "doubtful", icon: <ExclamationCircleFilled />, title: "Deprecated" },
  retired: { tone: "muted", icon: <InboxOutlined />, title: "Retired", hint: "Not offered any more" },
};

export const DETECTION_LOOKS: Readonly<Record<DetectionStatus, StatusLook>> = {
  inferred: { tone: "primary", icon: <ScanOutlined />, title: "Inferred", hint: "As the model found it" },
  drafted: {
    tone: "doubtful",
    icon: <EditOutlined />,
    title: "Drafted",
    hint: "Edited, and a label is still doubtful",
  },
  patched: { tone: "added", icon: <EditOutlined />, title: "Patched", hint: "Edited, and every label is valid" },
  validated: { tone: "valid", icon: <LockOutlined />, title: "Validated", hint: "Checked by a person, frozen" },
  selected: { tone: "valid", icon: <StarFilled />, title: "Selected", hint: "The one that counts, frozen" },
  discarded: { tone: "muted", icon: <DeleteOutlined />, title: "Discarded" },
};

export const RESULT_LOOKS: Readonly<Record<ResultStatus, StatusLook>> = {
  valid: { tone: "valid", icon: <CheckCircleOutlined />, title: "Valid" },
  invalid: { tone: "doubtful", icon: <ExclamationCircleFilled />, title: "Doubtful" },
  added: { tone: "added", icon: <PlusCircleOutlined />, title: "Added" },
  patched: { tone: "added", icon: <EditOutlined />, title: "Patched" },
  discarded: { tone: "muted", icon: <DeleteOutlined />, title: "Discarded" },
};

export const MARK_LOOKS: Readonly<Record<ImageFlag, StatusLook>> = {
  below: {
    tone: "doubtful",
    icon: <FallOutlined />,
    title: "Below threshold",
    hint: "Fewer of its stickers are valid than the event's Rejection Threshold asks for",
  },
  failed: {
    tone: "rejected",
    icon: <CloseCircleFilled />,
    title: "Failed",
    hint: "Its detection failed: try it again",
  },
};

/** How a job is doing; one that was taken off the queue is neither done nor failed. */
export const jobLook = (job: Pick<ImageJob, "state" | "attempts">): StatusLook =>
  wasCanceledBeforeStart(job) ? { tone: "muted", icon: <StopOutlined />, title: "Cancelled" } : JOB_LOOKS[job.state];

/** How a document task is doing; one that waits for its next try is created again, and says so. */
export const taskLook = ({ status, retryAt }: Pick<Task, "status" | "retryAt">): StatusLook =>
  retryAt === null ? TASK_LOOKS[status] : JOB_LOOKS.retrying;

const TASK_LOOKS: Readonly<Record<TaskStatus, StatusLook>> = {
  1: { tone: "muted", icon: <ClockCircleOutlined />, title: TASK_STATUS_TITLES[1] },
  2: { tone: "primary", icon: <LoadingOutlined />, title: TASK_STATUS_TITLES[2] },
  3: { tone: "valid", icon: <CheckCircleFilled />, title: TASK_STATUS_TITLES[3] },
  4: { tone: "rejected", icon: <CloseCircleFilled />, title: TASK_STATUS_TITLES[4] },
};

const JOB_LOOKS: Readonly<Record<JobState, StatusLook>> = {
  queued: { tone: "muted", icon: <ClockCircleOutlined />, title: "Queued" },
  running: { tone: "primary", icon: <LoadingOutlined />, title: "Detecting" },
  retrying: { tone: "doubtful", icon: <ReloadOutlined />, title: "Tries again" },
  failed: { tone: "rejected", icon: <CloseCircleFilled />, title: "Failed" },
  done: { tone: "valid", icon: <CheckCircleOutlined />, title: "Done" },
};
