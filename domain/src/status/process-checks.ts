import { formatDuration } from "../common/format.ts";
import type { HealthCheck } from "./health-check.ts";
import { queueTitle } from "./status.ts";

const MAX_QUEUE_WAIT_S = 900;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const workers: HealthCheck = ({ processes, queues }) => {
  const alive = processes.filter(({ role, isSilent }) => role === "worker" && !isSilent);
  if (alive.length > 0) return null;
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting + queue.retrying, 0);
  return {
    kind: "error",
    message: `No worker runs, so photos are not processed${waiting > 0 ? ` (${counted(waiting, "job waits", "jobs wait")})` : ""}.`,
    action: "Start one: precount worker, or precount serve without --no-worker. It will process the waiting jobs.",
  };
};

export const silent: HealthCheck = ({ processes }) => {
  const missing = processes.filter(({ isSilent }) => isSilent);
  if (missing.length === 0) return null;
  const names = missing.map(({ role, host, pid }) => `${role} ${host}/${pid}`).join(", ");
  return {
    kind: "warning",
    message: `No heartbeat from: ${names}.`,
    action:
      "It was killed, or its machine is unreachable. Other workers take over its jobs within 30 s. Read its log and start it again. This warning disappears after an hour.",
  };
};

export const waiting: HealthCheck = ({ queues, processes }) => {
  const slow = queues.find(({ oldestSeconds }) => (oldestSeconds ?? 0) > MAX_QUEUE_WAIT_S);
  if (!slow || !processes.some(({ role, isSilent }) => role === "worker" && !isSilent)) return null;
  return {
    kind: "warning",
    message: `The longest wait in “${queueTitle(slow.name)}” is ${formatDuration((slow.oldestSeconds ?? 0) * 1000)
      .split(" ")
      .slice(0, 2)
      .join(" ")}.`,
    action: "Start more workers on this or other machines: precount worker. No job is lost.",
  };
};

export const failures: HealthCheck = ({ failed }) => {
  const images = failed.reduce((sum, event) => sum + event.images, 0);
  if (images === 0) return null;
  return {
    kind: "warning",
    message: `The detection of ${counted(images, "photo", "photos")} has failed permanently.`,
    action: "The reasons are listed below. Fix the cause and retry. Reject a damaged photo or take it again.",
  };
};

export const versions: HealthCheck = ({ processes }) => {
  const running = [...new Set(processes.filter(({ isSilent }) => !isSilent).map(({ version }) => version))];
  return running.length < 2
    ? null
    : {
        kind: "warning",
        message: `Processes of several versions run: ${running.join(", ")}.`,
        action: "This is normal during an update. Afterwards, restart the processes with the old version.",
      };
};
