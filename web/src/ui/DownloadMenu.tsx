import { DownloadOutlined } from "@ant-design/icons";
import type { ReactElement } from "react";
import { MenuButton } from "./MenuButton.tsx";

type Props = { label: string; downloads: readonly { title: string; start: () => void }[] };

/** A download in several formats. */
export function DownloadMenu({ label, downloads }: Props): ReactElement {
  const items = downloads.map(({ title, start }) => ({ key: title, label: title, onClick: start }));
  return (
    <MenuButton items={items} icon={<DownloadOutlined />}>
      {label}
    </MenuButton>
  );
}
