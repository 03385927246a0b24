import { Skeleton } from "antd";
import type { ReactElement } from "react";

/** While a screen's first data is on its way: quiet, in place, said to screen readers. */
export function Loading(): ReactElement {
  return (
    <section className="pc-page" aria-busy="true" aria-label="Loading">
      <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
    </section>
  );
}

/** In the place of a table whose rows are on their way: to draw one without rows takes as long as with them. */
export function LoadingRows(): ReactElement {
  return (
    <section className="pc-panel" style={{ padding: 16 }} aria-busy="true" aria-label="Loading">
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
    </section>
  );
}
