import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";

export const DownloadButton = ({ href }: { href: string }): ReactElement => (
  <WithTooltip title="Download image">
    <Button
      type="text"
      icon={<DownloadOutlined />}
      aria-label="Download image"
      href={href}
      target="_blank"
      rel="noreferrer"
    />
  </WithTooltip>
);
