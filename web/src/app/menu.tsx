import {
  CalendarOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  RobotOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { type Person, may } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { MenuProps } from "antd";
import type { ReactNode } from "react";
import { rightForScreen } from "./screen-rights.ts";

/** Mark a link as current only on its own page, with any search parameters: every path starts with Home's. */
const EXACT = { exact: true, includeSearch: false };

type Page = {
  to: "/" | "/projects" | "/archives" | "/pages" | "/experiments" | "/models" | "/users";
  title: string;
  icon: ReactNode;
};

/** The pages of the side menu (spec §2). */
const PAGES: readonly Page[] = [
  { to: "/", title: "Home", icon: <HomeOutlined /> },
  { to: "/projects", title: "Events", icon: <CalendarOutlined /> },
  { to: "/archives", title: "Archives", icon: <InboxOutlined /> },
  { to: "/pages", title: "Pages", icon: <FileTextOutlined /> },
  { to: "/experiments", title: "Experiments", icon: <ExperimentOutlined /> },
  { to: "/models", title: "Models", icon: <RobotOutlined /> },
  { to: "/users", title: "Users", icon: <TeamOutlined /> },
];

/** The menu items that the user may open. */
export const menuItemsFor = (person: Person): NonNullable<MenuProps["items"]> =>
  PAGES.filter(({ to }) => {
    const right = rightForScreen(to);
    return right === null || may(person, right).ok;
  }).map(({ to, title, icon }) => ({
    key: to,
    icon,
    label: (
      <Link to={to} activeOptions={EXACT}>
        {title}
      </Link>
    ),
  }));

/** The key of the menu item that `pathname` belongs to. */
export const menuKeyOf = (pathname: string): string => `/${pathname.split("/")[1] ?? ""}`;
