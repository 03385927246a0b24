import { CalendarOutlined, HomeOutlined, InboxOutlined } from "@ant-design/icons";
import { Link } from "@tanstack/react-router";
import type { MenuProps } from "antd";

/** A link is current only on its own page: everything lies below Home. */
const EXACT = { exact: true };

/** The pages of the side menu (spec §2); those that do not work yet are not in it. */
export const MENU_ITEMS: NonNullable<MenuProps["items"]> = [
  {
    key: "/",
    icon: <HomeOutlined />,
    label: (
      <Link to="/" activeOptions={EXACT}>
        Home
      </Link>
    ),
  },
  {
    key: "/projects",
    icon: <CalendarOutlined />,
    label: (
      <Link to="/projects" activeOptions={EXACT}>
        Events
      </Link>
    ),
  },
  {
    key: "/archives",
    icon: <InboxOutlined />,
    label: (
      <Link to="/archives" activeOptions={EXACT}>
        Archives
      </Link>
    ),
  },
];

/** The entry that `pathname` belongs to. */
export const menuKeyOf = (pathname: string): string => `/${pathname.split("/")[1] ?? ""}`;
