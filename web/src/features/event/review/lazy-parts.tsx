import { Skeleton } from "antd";
import { type ComponentProps, type ReactElement, Suspense, lazy, useEffect } from "react";

// Parts that are not in the first view of the review. They would be a third of its script.
const loadResultTable = () => import("./table/ResultTable.tsx");
const loadDebugPanel = () => import("./debug/DebugPanel.tsx");
const loadBoxForm = () => import("./box-form/BoxForm.tsx");
const loadDetectForm = () => import("./detections/DetectForm.tsx");
const loadResultHistory = () => import("./history/ResultHistory.tsx");
const loadAreaChoice = () => import("../../../shared/images/link-photo/AreaChoice.tsx");

export const ResultTable = lazy(async () => ({ default: (await loadResultTable()).ResultTable }));
export const ImageDebugPanel = lazy(async () => ({ default: (await loadDebugPanel()).ImageDebugPanel }));
export const DebugPanel = lazy(async () => ({ default: (await loadDebugPanel()).DebugPanel }));
export const BoxForm = lazy(async () => ({ default: (await loadBoxForm()).BoxForm }));
export const ResultHistory = lazy(async () => ({ default: (await loadResultHistory()).ResultHistory }));
export const AreaChoice = lazy(async () => ({ default: (await loadAreaChoice()).AreaChoice }));
const LazyDetectForm = lazy(async () => ({ default: (await loadDetectForm()).DetectForm }));

export function DetectForm(props: ComponentProps<typeof LazyDetectForm>): ReactElement {
  return (
    <Suspense fallback={<Skeleton active />}>
      <LazyDetectForm {...props} />
    </Suspense>
  );
}

/** After the photo and the first cards are shown on a slow connection. */
const LOAD_AFTER_MS = 5000;

/** Loads the parts some time after the first view, so that they open without a wait, and without a network. */
export function useLoadPartsLater(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const parts = [loadResultTable(), loadBoxForm(), loadDetectForm(), loadAreaChoice(), loadDebugPanel()];
      // A part that fails to load is loaded again when it is opened.
      void Promise.allSettled(parts);
    }, LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
