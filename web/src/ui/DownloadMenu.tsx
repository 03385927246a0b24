import { DownloadOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import type { ReactElement } from "react";
import { useDeferredOpen } from "../shared/react/use-deferred-open.ts";

type Props = { label: string; downloads: readonly { title: string; start: () => void }[] };

/** A download in several formats. */
export function DownloadMenu({ label, downloads }: Props): ReactElement {
  const items = downloads.map(({ title, start }) => ({ key: title, label: title, onClick: start }));
  return (
    <Dropdown {...useDeferredOpen()} menu={{ items }} trigger={["click"]} placement="bottomRight">
      <Button icon={<DownloadOutlined />} aria-haspopup="menu">
        {label}
      </Button>
    </Dropdown>
  );
}
