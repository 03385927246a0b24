import { FileSearchOutlined, TagsOutlined } from "@ant-design/icons";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import styles from "../../ui/Cards.module.css";

const EXPERIMENTS = [
  {
    to: "/experiments/stickers",
    title: "Stickers",
    icon: <TagsOutlined />,
    text: "Try a model on one photo: what it finds, how sure it is, how long it takes.",
  },
  {
    to: "/experiments/extracts",
    title: "Extracts",
    icon: <FileSearchOutlined />,
    text: "Try what is read of a photo or a document: its tables as CSV or JSON.",
  },
] as const;

/** Quick tests: nothing of them is stored. */
export function ExperimentsScreen(): ReactElement {
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Experiments</h1>
        <span className="pc-quiet">Quick tests. Nothing of them is stored.</span>
      </div>
      <ul className={styles["cards"]}>
        {EXPERIMENTS.map(({ to, title, icon, text }) => (
          <li key={to}>
            <Link to={to} className={`pc-panel ${styles["card"] ?? ""}`}>
              <span className={styles["title"]}>
                <span aria-hidden className={styles["icon"]}>
                  {icon}
                </span>
                {title}
              </span>
              <span className="pc-quiet">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
