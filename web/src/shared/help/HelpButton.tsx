import { QuestionOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { WithTooltip } from "../../ui/WithTooltip.tsx";
import { setHelpOpen } from "./open-help.ts";

/** Opens the help of the current screen, as `?` does. */
export function HelpButton(): ReactElement {
  return (
    <WithTooltip title="Help (?)">
      <Button
        type="text"
        icon={<QuestionOutlined />}
        aria-label="Help"
        aria-keyshortcuts="?"
        onClick={() => setHelpOpen(true)}
      />
    </WithTooltip>
  );
}
