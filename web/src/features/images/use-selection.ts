import { useCallback, useState } from "react";

export type Selection = {
  /** In the order in which they were selected. */
  sids: readonly string[];
  select: (sids: readonly string[]) => void;
  /** Takes these out of it. */
  drop: (sids: readonly string[]) => void;
};

const NOTHING: readonly string[] = [];

/**
 * Which images are selected, on whatever page. Another `scope` (filters, event) has a selection of its own, empty at first:
 * nothing is done to images that one no longer sees any way to.
 */
export function useSelection(scope: string): Selection {
  const [kept, setKept] = useState({ scope, sids: NOTHING });
  const select = useCallback((sids: readonly string[]) => setKept({ scope, sids }), [scope]);
  const drop = useCallback((sids: readonly string[]) => {
    const dropped = new Set(sids);
    setKept((now) => ({ ...now, sids: now.sids.filter((sid) => !dropped.has(sid)) }));
  }, []);
  return { sids: kept.scope === scope ? kept.sids : NOTHING, select, drop };
}
