/** A value that changes often, outside React's own state: only who reads it is drawn again. */
export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  /** Tells of changes; returns how to stop that. */
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
