import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Statistic } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../lib/auth.ts";
import { trpc } from "../../lib/trpc.ts";
import styles from "./HomeScreen.module.css";

export function HomeScreen(): ReactElement {
  const user = useAuthUser();
  const { data: stats } = useSuspenseQuery(trpc.home.fetchStats.queryOptions());
  // Titles of spec §2; decision 40 says what each counts.
  const counts = [
    { title: "Events", value: stats.projects },
    { title: "Images", value: stats.images },
    { title: "Model Predictions", value: stats.imageDetections },
    { title: "Object Detections", value: stats.objectDetections },
  ];
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Welcome, {user.name}</h1>
      </div>
      <div className={styles["counts"]}>
        {counts.map((count) => (
          <section key={count.title} className={`pc-panel ${styles["count"] ?? ""}`} aria-label={count.title}>
            <Statistic {...count} groupSeparator={"\u202F"} />
          </section>
        ))}
      </div>
      <p className="pc-quiet">
        {stats.projects === 0 ? "Nothing is here yet. " : "Go on where you left off: "}
        <Link to="/projects">{stats.projects === 0 ? "Create the first event" : "see all events"}</Link>
      </p>
    </div>
  );
}
