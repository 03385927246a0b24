import { CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { copyText } from "../shared/feedback/copy-text.ts";
import { WithTooltip } from "./WithTooltip.tsx";

type Props = { text: string; shown: string; what: string };

/** The beginning of an id or a hash; a click copies the whole. */
export function CopyText({ text, shown, what }: Props): ReactElement {
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      <span className="pc-code" title={text}>
        {shown}
      </span>{" "}
      <WithTooltip title={`Copy the ${what}`}>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={`Copy the ${what}`}
          onClick={() => void copyText(text)}
        />
      </WithTooltip>
    </span>
  );
}
