import { type EventQueue, endedJobs, unfinishedJobs } from "@precount/domain";

/**
 * As much of it as always fits: '34 of 50 done · about 4 min left'.
 * @param left as it is said; null while nobody can say
 */
export function queueInShort(queue: EventQueue, left: string | null): string {
  const done = `${endedJobs(queue)} of ${endedJobs(queue) + unfinishedJobs(queue)} done`;
  return left === null ? done : `${done} · ${left}`;
}

/** What the queue is at, in words: '34 of 50 done · 1 detecting · 15 queued · about 4 min left'. */
export function queueInWords(queue: EventQueue, left: string | null): string {
  const { queued, running, retrying, failed } = queue;
  const parts = [
    `${endedJobs(queue)} of ${endedJobs(queue) + unfinishedJobs(queue)} done`,
    running > 0 && `${running} detecting`,
    queued > 0 && `${queued} queued`,
    retrying > 0 && `${retrying} to try again`,
    failed > 0 && `${failed} failed`,
    left ?? unknownInWords(queue),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Why nobody can say how long it takes, where that is plain; a model is loaded for the first photo, and stays. */
function unknownInWords(queue: EventQueue): string | false {
  if (queue.running === 0) return queue.retrying === 0 && "waiting for a worker";
  return endedJobs(queue) === 0 && "the first takes longest";
}
