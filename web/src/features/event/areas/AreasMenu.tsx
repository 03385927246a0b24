import {
  DeleteOutlined,
  DesktopOutlined,
  PrinterOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";

import type { RangeKind } from "./RangeDialog.tsx";

type Props = {
  slug: string;
  isEmpty: boolean;
  isArchived: boolean;
  hasVoided: boolean;
  /** Why areas cannot be changed; null when they can. */
  editReason: string | null;
  onRange: (kind: RangeKind) => void;
  onSheets: () => void;
};

/** Links to the gap list and the wall view, the area sheets, and the rarer actions on many areas. */
export function AreasMenu(props: Props): ReactElement {
  const { slug, isEmpty, isArchived, hasVoided, editReason, onRange, onSheets } = props;
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
        {
          key: "restore",
          title: "Restore areas",
          icon: <UndoOutlined />,
          reason: editReason ?? (hasVoided ? null : "No area is voided."),
          run: () => onRange("restore"),
        },
        {
          key: "delete",
          title: "Delete areas",
          icon: <DeleteOutlined />,
          reason: editReason ?? reason,
          run: () => onRange("delete"),
        },
      ]}
    />
  );
}
