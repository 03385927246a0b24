import { DesktopOutlined, UnorderedListOutlined } from "@ant-design/icons";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { ActionMenu } from "../../ui/ActionMenu.tsx";

/** The other ways to look at an event's areas. */
export function AreasMenu({ slug, isEmpty }: { slug: string; isEmpty: boolean }): ReactElement {
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
          run: () => void navigate({ to: "/projects/$projectId/areas/gaps", params }),
        },
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
