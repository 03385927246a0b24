import { CalendarOutlined, HomeOutlined, InboxOutlined } from "@ant-design/icons";
import { Link } from "@tanstack/react-router";
import type { MenuProps } from "antd";

/** The pages of the side menu (spec §2); those that do not work yet are not in it. */
export const MENU_ITEMS: NonNullable<MenuProps["items"]> = [
  { key: "/", icon: <HomeOutlined />, label: <Link to="/">Home</Link> },
  { key: "/projects", icon: <CalendarOutlined />, label: <Link to="/projects">Events</Link> },
  { key: "/archives", icon: <InboxOutlined />, label: <Link to="/archives">Archives</Link> },
];

/** The entry that `pathname` belongs to. */
export const menuKeyOf = (pathname: string): string => `/${pathname.split("/")[1] ?? ""}`;
