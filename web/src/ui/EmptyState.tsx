import { Empty } from "antd";
import type { ReactElement, ReactNode } from "react";

/** An empty page says what to do first. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }): ReactElement {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} style={{ padding: "32px 16px" }}>
      {children}
    </Empty>
  );
}
