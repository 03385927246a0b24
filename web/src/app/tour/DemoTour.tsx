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

/** Guides the user through the demo event, from page to page. */
export function DemoTour(): ReactElement | null {
  const { sid } = useAuthUser();
  const { data: photos } = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions({ slug: DEMO_SLUG, page: 1, pageSize: 30 }, { staleTime: 60_000 }),
  );
  // An offered tour does not start if the user left the home screen while the photos were loading.
  const isHome = useRouterState({ select: ({ location }) => location.pathname === "/" });
  const [hasStarted, setHasStarted] = useState(false);
  const isTooLate = !hasStarted && !isHome && isTourOffered();
  // The steps need the photos to know where to navigate.
  if (!hasStarted && !isTooLate && photos !== undefined) setHasStarted(true);
  useEffect(() => {
    if (isTooLate) endTour();
    if (hasStarted) storeTourSeen(sid);
  }, [isTooLate, hasStarted, sid]);
  return hasStarted && photos !== undefined ? <Steps photoSid={firstToReview(photos.images)} /> : null;
}

/** Prefer a photo with doubtful results: it shows more of the review. */
const firstToReview = (images: readonly { sid: string; status: string }[]): string | null =>
  (images.find(({ status }) => status === "processed") ?? images[0])?.sid ?? null;

function Steps({ photoSid }: { photoSid: string | null }): ReactElement | null {
  const steps = TOUR_STEPS.filter(({ place }) => place !== "photo" || photoSid !== null);
  const [at, setAt] = useState(0);
  const step = steps[at] ?? TOUR_STEPS[0];
  const isPageShown = useNavigateToStep(step?.place ?? "home", photoSid);
  const target = useTarget(step?.target ?? noTarget, isPageShown);
  useModalTour(target !== undefined);
  useTargetResizeEvents(target);
  if (step === undefined || target === undefined) return null;
  return (
    <Tour
      open
      // The tour only shows the target; it must not be clicked.
      disabledInteraction
      keyboard={false}
      closable={false}
      current={0}
      styles={TOUR_STYLES}
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

/** The tour card has its own buttons. */
const TOUR_STYLES = { footer: { display: "none" }, description: { padding: 16 } } as const;
/** Do not scroll sideways for a row that is wider than a phone. */
const NEAREST = { block: "nearest", inline: "nearest" } as const;

const noTarget = (): null => null;

/** Navigates to the step's page. Returns whether that page is shown. */
function useNavigateToStep(place: TourStep["place"], photoSid: string | null): boolean {
  const navigate = useNavigate();
  // The resolved location is the page that is shown, not one that is still loading.
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
  const { path, ...destination } = paths[place];
  useEffect(() => {
    void navigate(destination);
    // Only when the step changes: leaving the page by other means ends the tour.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [path]);
  const isShown = pathname === path;
  const arrivedAt = useRef<string>(null);
  useEffect(() => {
    if (isShown) arrivedAt.current = path;
    else if (arrivedAt.current === path) endTour();
  }, [isShown, path]);
  return isShown;
}

/** Makes the tour modal: only its card takes focus and keys, and Escape always ends it. */
function useModalTour(isShown: boolean): void {
  useEffect(() => {
    const page = document.getElementById("root");
    const previousFocus = document.activeElement;
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
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected)
        previousFocus.focus({ preventScroll: true });
    };
  }, [isShown]);
}

/** Ant Design repositions the tour on window resize only, so a resized target is reported as one. */
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
