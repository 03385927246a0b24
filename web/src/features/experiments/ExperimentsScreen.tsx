import { FileSearchOutlined, TagsOutlined } from "@ant-design/icons";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import styles from "../../ui/Cards.module.css";

const EXPERIMENTS = [
  {
    to: "/experiments/stickers",
    title: "Stickers",
    icon: <TagsOutlined />,
    text: "Run a model on one photo and see the results, their confidence and the run time.",
  },
  {
    to: "/experiments/extracts",
    title: "Extracts",
    icon: <FileSearchOutlined />,
    text: "Read the tables of a photo or a document as CSV or JSON.",
  },
] as const;

/** Links to the quick tests, which store nothing. */
export function ExperimentsScreen(): ReactElement {
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Experiments</h1>
        <span className="pc-quiet">Quick tests. Nothing is stored.</span>
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
