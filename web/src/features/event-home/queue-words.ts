import { type EventQueue, endedJobs, leftInWords, openJobs } from "@precount/domain";

/** As much of it as always fits: '34 of 50 done · about 4 min left'. */
export function queueInShort(queue: EventQueue): string {
  const done = `${endedJobs(queue)} of ${endedJobs(queue) + openJobs(queue)} done`;
  return queue.leftMs === null ? done : `${done} · ${leftInWords(queue.leftMs)}`;
}

/** What the queue is at, in words: '34 of 50 done · 1 detecting · 15 queued · about 4 min left'. */
export function queueInWords(queue: EventQueue): string {
  const { queued, running, retrying, failed, leftMs } = queue;
  const parts = [
    `${endedJobs(queue)} of ${endedJobs(queue) + openJobs(queue)} done`,
    running > 0 && `${running} detecting`,
    queued > 0 && `${queued} queued`,
    retrying > 0 && `${retrying} to try again`,
    failed > 0 && `${failed} failed`,
    leftMs !== null && leftInWords(leftMs),
  ];
  return parts.filter(Boolean).join(" · ");
}
