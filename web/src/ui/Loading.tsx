import { Skeleton } from "antd";
import type { ReactElement } from "react";
import { useOnline } from "../shared/browser/use-online.ts";
import { EmptyState } from "./EmptyState.tsx";

/** The placeholder of a screen whose data is loading. Announced to screen readers. */
export function Loading(): ReactElement {
  return (
    <section className="pc-page" aria-busy="true" aria-label="Loading">
      <Placeholder>
        <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
      </Placeholder>
    </section>
  );
}

/** The placeholder of a table whose rows are loading. Rendering an empty table would take as long as a full one. */
export function LoadingRows(): ReactElement {
  return (
    <section className="pc-panel" style={{ padding: 16 }} aria-busy="true" aria-label="Loading">
      <Placeholder>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </Placeholder>
    </section>
  );
}

/** Offline, queries wait for the network and then run by themselves. */
function Placeholder({ children }: { children: ReactElement }): ReactElement {
  if (useOnline()) return children;
  return (
    <output>
      <EmptyState text="You are offline. This screen needs the network and loads when it is back." />
    </output>
  );
}
