import { DesktopOutlined, PrinterOutlined, UnorderedListOutlined } from "@ant-design/icons";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";

type Props = { slug: string; isEmpty: boolean; isArchived: boolean; onSheets: () => void };

/** Links to the gap list and the wall view, and the area sheets. */
export function AreasMenu({ slug, isEmpty, isArchived, onSheets }: Props): ReactElement {
  const navigate = useNavigate();
  const params = { projectId: slug };
  const reason = isEmpty ? "There are no areas yet." : null;
  return (
    <ActionMenu
      label="More about areas"
      actions={[
        {
          key: "gaps",
          title: "Gap list",
          icon: <UnorderedListOutlined />,
          reason,
          run: () =>
            void navigate({
              to: isArchived ? "/archives/$projectId/areas/gaps" : "/projects/$projectId/areas/gaps",
              params,
            }),
        },
        { key: "sheets", title: "Print area sheets", icon: <PrinterOutlined />, reason, run: onSheets },
        {
          key: "wall",
          title: "Wall view",
          icon: <DesktopOutlined />,
          reason,
          run: () => void navigate({ to: "/projects/$projectId/areas/wall", params }),
        },
      ]}
    />
  );
}
