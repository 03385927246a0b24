import { useSuspenseQueries } from "@tanstack/react-query";
import { Statistic } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { demoPollInterval, useOfferTour } from "../../shared/tour/use-offer-tour.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { ActiveEvents } from "./ActiveEvents.tsx";
import styles from "./HomeScreen.module.css";

/** Fits below the totals without scrolling. */
const MAX_EVENTS = 5;

export function HomeScreen(): ReactElement {
  const user = useAuthUser();
  // In parallel: two separate suspense queries would load one after the other.
  const [{ data: stats }, { data: active }] = useSuspenseQueries({
    queries: [
      trpc.home.fetchStats.queryOptions(),
      trpc.project.fetchProjects.queryOptions(
        { status: ["active"], pageSize: MAX_EVENTS },
        { refetchInterval: ({ state }) => demoPollInterval(state.data?.items) },
      ),
    ],
  });
  useOfferTour(user.sid, active.items);
  // The titles are from spec §2; PD-40 defines the counts.
  const counts = [
    { title: "Events", value: stats.projects },
    { title: "Images", value: stats.images },
    { title: "Model Predictions", value: stats.imageDetections },
    { title: "Object Detections", value: stats.objectDetections },
  ];
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 dir="auto">Welcome, {user.name}</h1>
      </div>
      <div className={styles["counts"]}>
        {counts.map((count) => (
          <section key={count.title} className={`pc-panel ${styles["count"] ?? ""}`} aria-label={count.title}>
            <Statistic {...count} groupSeparator={"\u202F"} />
          </section>
        ))}
      </div>
      <ActiveEvents events={active.items} total={active.total} user={user} />
    </div>
  );
}
