import { CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { copyText } from "../shared/feedback/copy-text.ts";
import { WithTooltip } from "./WithTooltip.tsx";

type Props = {
  text: string;
  shown: string;
  name: string;
  /** The text is longer than a line of a phone. */
  canWrap?: boolean;
};

/** A shortened id or hash with a button that copies all of it. */
export function CopyText({ text, shown, name, canWrap = false }: Props): ReactElement {
  return (
    <span style={canWrap ? { overflowWrap: "anywhere" } : { whiteSpace: "nowrap" }}>
      <span className="pc-code" title={text}>
        {shown}
      </span>{" "}
      <WithTooltip title={`Copy the ${name}`}>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={`Copy the ${name}`}
          onClick={() => void copyText(text)}
        />
      </WithTooltip>
    </span>
  );
}
