import { Typography } from "antd";
import type { ReactElement } from "react";

type Props = { text: string; shown: string; what: string };

/** The beginning of an id or a hash; a click copies the whole. */
export function CopyText({ text, shown, what }: Props): ReactElement {
  return (
    <Typography.Text
      className="pc-code"
      title={text}
      copyable={{ text, tooltips: [`Copy the ${what}`, "Copied"] }}
      style={{ whiteSpace: "nowrap" }}
    >
      {shown}
    </Typography.Text>
  );
}
