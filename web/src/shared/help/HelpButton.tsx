import { QuestionOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { Hint } from "../../ui/Hint.tsx";
import { showHelp } from "./open-help.ts";

/** Opens the help of the screen one is on, as `?` does. */
export function HelpButton(): ReactElement {
  return (
    <Hint title="Help (?)">
      <Button
        type="text"
        icon={<QuestionOutlined />}
        aria-label="Help"
        aria-keyshortcuts="?"
        onClick={() => showHelp(true)}
      />
    </Hint>
  );
}
