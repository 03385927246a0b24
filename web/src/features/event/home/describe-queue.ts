import { type EventQueue, afterOtherEvents, endedJobs, unfinishedJobs } from "@precount/domain";

/**
 * A short summary of the queue: '34 of 50 done · about 4 min left'.
 * @param left the formatted time left; null when it is unknown
 */
export function summarizeQueue(queue: EventQueue, left: string | null): string {
  const done = `${endedJobs(queue)} of ${endedJobs(queue) + unfinishedJobs(queue)} done`;
  return left === null ? done : `${done} · ${left}`;
}

/** The full state of the queue: '34 of 50 done · 1 detecting · 15 queued · about 4 min left'. */
export function describeQueue(queue: EventQueue, left: string | null): string {
  const { queued, running, retrying, failed } = queue;
  const parts = [
    `${endedJobs(queue)} of ${endedJobs(queue) + unfinishedJobs(queue)} done`,
    running > 0 && `${running} detecting`,
    queued > 0 && `${queued} queued`,
    retrying > 0 && `${retrying} to retry`,
    failed > 0 && `${failed} failed`,
    left ?? describeUnknownTime(queue),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Why the time left is unknown, if there is a known reason. The model is loaded for the first photo and then stays loaded. */
function describeUnknownTime(queue: EventQueue): string | false {
  if (queue.running === 0 && queue.ahead > 0) return afterOtherEvents(queue.ahead);
  if (queue.running === 0) return queue.retrying === 0 && "waiting for a worker";
  return endedJobs(queue) === 0 && "the first one takes longest";
}
