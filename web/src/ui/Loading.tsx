import { Skeleton } from "antd";
import type { ReactElement } from "react";

/** The placeholder of a screen whose data is loading. Announced to screen readers. */
export function Loading(): ReactElement {
  return (
    <section className="pc-page" aria-busy="true" aria-label="Loading">
      <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
    </section>
  );
}

/** The placeholder of a table whose rows are loading. Rendering an empty table would take as long as a full one. */
export function LoadingRows(): ReactElement {
  return (
    <section className="pc-panel" style={{ padding: 16 }} aria-busy="true" aria-label="Loading">
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
    </section>
  );
}
