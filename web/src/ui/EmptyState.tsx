import { Empty } from "antd";
import type { ReactElement, ReactNode } from "react";

/** An empty list with the first thing to do. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }): ReactElement {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} style={{ padding: "32px 16px" }}>
      {children}
    </Empty>
  );
}
