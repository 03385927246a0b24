import { type ReactElement, Suspense, lazy } from "react";
import { useTourRunning } from "../../lib/tour/tour.ts";

const DemoTour = lazy(async () => ({ default: (await import("./DemoTour.tsx")).DemoTour }));

/** The tour, for whom it runs; nobody else loads it. */
export const TourHost = (): ReactElement | null =>
  useTourRunning() ? (
    <Suspense>
      <DemoTour />
    </Suspense>
  ) : null;
