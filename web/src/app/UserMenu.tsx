import {
  BugOutlined,
  DashboardOutlined,
  LogoutOutlined,
  MenuOutlined,
  QuestionOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { may } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { MenuProps } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../shared/session/auth-user.ts";
import { startTour } from "../shared/tour/tour.ts";
import { useHasDemo } from "../shared/tour/use-has-demo.ts";
import { useVersion } from "../shared/version/use-version.ts";
import { menuItemsFor } from "./menu.tsx";
import { useMedia } from "../shared/browser/use-media.ts";
import { MenuButton } from "../ui/MenuButton.tsx";

/** The signed-in user's menu with the logout link. On narrow screens it also holds the main menu (`withPages`). */
export function UserMenu({ withPages }: { withPages: boolean }): ReactElement {
  const user = useAuthUser();
  const [wasOpen, setWasOpen] = useState(false);
  const hasDemo = useHasDemo(wasOpen);
  const isNarrow = useMedia("(max-width: 1279px)");
  const items: NonNullable<MenuProps["items"]> = [
    { key: "email", type: "group", label: user.email },
    ...(withPages ? [...menuItemsFor(user), { type: "divider" as const }] : []),
    ...(may(user, "server.see").ok
      ? [{ key: "status", icon: <DashboardOutlined />, label: <Link to="/status">Server status</Link> }]
      : []),
    { key: "account", icon: <SettingOutlined />, label: <Link to="/account">Your account</Link> },
    { key: "verify", icon: <SafetyCertificateOutlined />, label: <Link to="/verify">Verify a report</Link> },
    ...(hasDemo ? [{ key: "tour", icon: <QuestionOutlined />, label: "Show me around", onClick: startTour }] : []),
    { key: "issues", icon: <BugOutlined />, label: <IssuesLink /> },
    { key: "logout", icon: <LogoutOutlined />, label: <Link to="/logout">Logout</Link> },
  ];
  return (
    <MenuButton
      items={items}
      onOpen={() => setWasOpen(true)}
      type="text"
      icon={withPages ? <MenuOutlined /> : <UserOutlined />}
      aria-label={`User menu of ${user.name}`}
    >
      {isNarrow ? null : user.name}
    </MenuButton>
  );
}

/** Leads to ISSUES_URL, or to the page that says how to report a problem (PD-75). */
function IssuesLink(): ReactElement {
  const issuesUrl = useVersion()?.issuesUrl;
  if (!issuesUrl) return <Link to="/issues">Project issues</Link>;
  return (
    <a href={issuesUrl} target="_blank" rel="noreferrer">
      Project issues
    </a>
  );
}
