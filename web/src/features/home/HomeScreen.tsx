import { nextAction } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { Statistic } from "antd";
import { type ReactElement, useEffect } from "react";
import { type RouterOutputs, trpc } from "../../shared/api/trpc.ts";
import { toImage, toReview } from "../../shared/images/event-section.ts";
import { usePageKeys } from "../../shared/keyboard/use-page-keys.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { demoPollInterval, useOfferTour } from "../../shared/tour/use-offer-tour.ts";
import { ActiveEvents } from "./ActiveEvents.tsx";
import { FirstPasswordNotice } from "./FirstPasswordNotice.tsx";
import styles from "./HomeScreen.module.css";
import { LatestReports } from "./LatestReports.tsx";

/** The pace and the people change without an event of this page. */
const REFRESH_MS = 20_000;

const NEXT_KEYS = ["G"];

export type HomeOverview = RouterOutputs["home"]["fetchOverview"];

export function HomeScreen(): ReactElement {
  const user = useAuthUser();
  const { data, dataUpdatedAt } = useSuspenseQuery(
    trpc.home.fetchOverview.queryOptions(undefined, {
      refetchOnMount: "always",
      refetchInterval: ({ state }) => demoPollInterval(state.data?.events) || REFRESH_MS,
    }),
  );
  useOfferTour(user.sid, data.events);
  const first = useReviewKey(data);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 dir="auto">Welcome, {user.name}</h1>
      </div>
      {data.passwordExpiresAt !== null && <FirstPasswordNotice expiresAt={data.passwordExpiresAt} asOf={data.asOf} />}
      <Figures stats={data.stats} />
      <ActiveEvents
        events={data.events}
        total={data.activeEvents}
        user={user}
        aheadMs={Date.parse(data.asOf) - dataUpdatedAt}
        keyEvent={first}
      />
      {data.reports.length > 0 && <LatestReports reports={data.reports} />}
    </div>
  );
}

/** The totals of the installation. The titles are from spec §2; PD-40 defines the counts. */
function Figures({ stats }: { stats: HomeOverview["stats"] }): ReactElement {
  const figures = [
    { title: "Events", value: stats.projects },
    { title: "Images", value: stats.images },
    { title: "Model Predictions", value: stats.imageDetections },
    { title: "Object Detections", value: stats.objectDetections },
  ];
  return (
    <div className={`pc-panel ${styles["counts"] ?? ""}`}>
      {figures.map((figure) => (
        <section key={figure.title} className={styles["count"]} aria-label={figure.title}>
          <Statistic {...figure} groupSeparator={"\u202F"} />
        </section>
      ))}
    </div>
  );
}

/**
 * `G` reviews the next image, as in the review. Returns the sid of the event that the key is about: the first one with images to
 * review. Its photo is loaded ahead, so that it shows at once.
 */
function useReviewKey({ events }: HomeOverview): string | null {
  const user = useAuthUser();
  const navigate = useNavigate();
  const router = useRouter();
  const [found] = events.flatMap((event) => {
    const action = nextAction(event, user);
    return action.kind === "review" ? [{ sid: event.sid, slug: event.slug, imageSid: action.imageSid }] : [];
  });
  const { slug, imageSid } = found ?? {};
  useEffect(() => {
    if (slug !== undefined && imageSid !== undefined) {
      void router.preloadRoute(toImage("eventImages", slug, imageSid));
    }
  }, [router, slug, imageSid]);
  usePageKeys(NEXT_KEYS, () => found && void navigate(toReview(found.slug, found.imageSid)), found !== undefined);
  return found?.sid ?? null;
}
