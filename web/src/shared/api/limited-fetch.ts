/** As the callers of tRPC give it. */
type Init = Omit<RequestInit, "signal"> & { signal?: AbortSignal | null | undefined };

/**
 * `fetch` that gives up a query after `limitMs`. A connection can break without a message, for example when the network changes or a
 * computer wakes up; the browser would then wait for minutes, and the new attempt uses a new connection. A change has no limit: it may
 * have been made although its answer is missing.
 */
export const limitedFetch =
  (limitMs: number) =>
  (url: string | URL | Request, { signal = null, ...init }: Init = {}): Promise<Response> => {
    if (init.method !== "GET") return fetch(url, { ...init, signal });
    const limit = AbortSignal.timeout(limitMs);
    return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit });
  };
