import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Tour } from "antd";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { toImage, toImages } from "../../shared/images/event-section.ts";
import { storeTourSeen } from "../../shared/session/storage.ts";
import { DEMO_SLUG, endTour, isTourOffered } from "../../shared/tour/tour.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { TOUR_STEPS, type TourStep } from "./steps.ts";
import { TourCard } from "./TourCard.tsx";
import { useTarget } from "./use-target.ts";

/** Walks somebody through the demo event, from page to page. */
export function DemoTour(): ReactElement | null {
  const { sid } = useAuthUser();
  const { data: photos } = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions({ slug: DEMO_SLUG, page: 1, pageSize: 30 }, { staleTime: 60_000 }),
  );
  // Who has gone on while it was fetched has something to do, and is not pulled back.
  const isHome = useRouterState({ select: ({ location }) => location.pathname === "/" });
  const [hasBegun, setHasBegun] = useState(false);
  const isLate = !hasBegun && !isHome && isTourOffered();
  // Before it is known where the photos are there is nowhere to go.
  if (!hasBegun && !isLate && photos !== undefined) setHasBegun(true);
  useEffect(() => {
    if (isLate) endTour();
    if (hasBegun) storeTourSeen(sid);
  }, [isLate, hasBegun, sid]);
  return hasBegun && photos !== undefined ? <Steps photoSid={firstToReview(photos.images)} /> : null;
}

/** One that somebody has to look at says more than one that is certain. */
const firstToReview = (images: readonly { sid: string; status: string }[]): string | null =>
  (images.find(({ status }) => status === "processed") ?? images[0])?.sid ?? null;

function Steps({ photoSid }: { photoSid: string | null }): ReactElement | null {
  const steps = TOUR_STEPS.filter(({ place }) => place !== "photo" || photoSid !== null);
  const [at, setAt] = useState(0);
  const step = steps[at] ?? TOUR_STEPS[0];
  const isThere = useNavigateToStep(step?.place ?? "home", photoSid);
  const target = useTarget(step?.target ?? nothing, isThere);
  useModalTour(target !== undefined);
  useTargetResizeEvents(target);
  if (step === undefined || target === undefined) return null;
  return (
    <Tour
      open
      // What is pointed at is looked at, not worked on.
      disabledInteraction
      keyboard={false}
      closable={false}
      current={0}
      styles={OWN_CARD}
      steps={[
        {
          target,
          title: null,
          scrollIntoViewOptions: NEAREST,
          description: (
            <TourCard
              key={at}
              step={step}
              number={at + 1}
              total={steps.length}
              onBack={() => setAt(at - 1)}
              onNext={() => setAt(at + 1)}
              onLeave={endTour}
            />
          ),
        },
      ]}
    />
  );
}

/** The card has buttons of its own. */
const OWN_CARD = { footer: { display: "none" }, description: { padding: 16 } } as const;
/** A row that is wider than a phone stays as it is. */
const NEAREST = { block: "nearest", inline: "nearest" } as const;

const nothing = (): null => null;

/** Goes where a step is; whether one is there. */
function useNavigateToStep(place: TourStep["place"], photoSid: string | null): boolean {
  const navigate = useNavigate();
  // The one that is shown, not the one that is still on its way.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const paths = {
    home: { to: "/", path: "/" },
    events: { to: "/projects", path: "/projects" },
    images: { ...toImages("eventImages", DEMO_SLUG), path: `/projects/${DEMO_SLUG}/eventImages` },
    areas: { to: "/projects/$projectId/areas", params: { projectId: DEMO_SLUG }, path: `/projects/${DEMO_SLUG}/areas` },
    photo: {
      ...toImage("eventImages", DEMO_SLUG, photoSid ?? ""),
      path: `/projects/${DEMO_SLUG}/eventImages/images/${photoSid ?? ""}`,
    },
  } as const;
  const { path, ...way } = paths[place];
  useEffect(() => {
    void navigate(way);
    // Once for each step: whoever leaves the page by the browser's own ways leaves the tour.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [path]);
  const isThere = pathname === path;
  const arrivedAt = useRef<string>(null);
  useEffect(() => {
    if (isThere) arrivedAt.current = path;
    else if (arrivedAt.current === path) endTour();
  }, [isThere, path]);
  return isThere;
}

/** While a step is shown, nothing but its card has the focus or the keys; Escape leaves from wherever. */
function useModalTour(isShown: boolean): void {
  useEffect(() => {
    const page = document.getElementById("root");
    const before = document.activeElement;
    if (page) page.inert = isShown;
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      endTour();
    };
    addEventListener("keydown", leave, { capture: true });
    return () => {
      removeEventListener("keydown", leave, { capture: true });
      if (page) page.inert = false;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [isShown]);
}

/** What is pointed at moves while the page fills; the tour looks again when the window changes, so it is told that it did. */
function useTargetResizeEvents(target: HTMLElement | null | undefined): void {
  useEffect(() => {
    if (!target) return undefined;
    const observer = new ResizeObserver(() => dispatchEvent(new Event("resize")));
    observer.observe(target);
    observer.observe(document.body);
    const parent = target.parentElement;
    if (parent) observer.observe(parent);
    return () => observer.disconnect();
  }, [target]);
}
