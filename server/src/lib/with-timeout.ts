/** Resolves like `promise`; rejects when it is not settled within `ms` milliseconds. */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error("It took too long.")), ms);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
