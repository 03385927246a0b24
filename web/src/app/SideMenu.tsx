import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { useLocation } from "@tanstack/react-router";
import { Button, Menu } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../shared/session/auth-user.ts";
import { menuItemsFor, menuKeyOf } from "./menu.tsx";
import styles from "./SideMenu.module.css";

type Props = { collapsed: boolean; onCollapse: ((collapsed: boolean) => void) | null };

export function SideMenu({ collapsed, onCollapse }: Props): ReactElement {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label="Main menu" className={styles["menu"]}>
      <div className={styles["brand"]}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        {!collapsed && <strong>Precount</strong>}
      </div>
      <Menu
        mode="inline"
        selectedKeys={[menuKeyOf(pathname)]}
        items={menuItemsFor(useAuthUser())}
        className={styles["items"] ?? ""}
      />
      {onCollapse && (
        <Button
          type="text"
          className={styles["fold"] ?? ""}
          icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={collapsed ? "Expand menu" : "Collapse menu"}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        >
          {collapsed ? null : "Collapse"}
        </Button>
      )}
    </nav>
  );
}
