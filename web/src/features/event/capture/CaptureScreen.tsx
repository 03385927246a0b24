import { getRouteApi } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { Capture } from "./Capture.tsx";
import styles from "./Capture.module.css";
import { useEventSnapshot } from "./snapshot/use-event-snapshot.ts";

const route = getRouteApi("/device/projects/$projectId/capture");

/** Takes photos with this device's camera, area by area, online or offline. */
export function CaptureScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const { snapshot, refusal, isFetching } = useEventSnapshot(slug);
  if (!snapshot) return isFetching ? <Loading /> : <Unavailable />;
  return <Capture snapshot={snapshot} refusal={refusal} />;
}

/** Offline, and this device has no snapshot of the event. */
const Unavailable = (): ReactElement => (
  <main className={styles["unavailable"]}>
    <EmptyState text="This event is not stored on this device yet. Open this page once while online; after that it also works offline.">
      <Button onClick={() => location.reload()}>Try again</Button>
    </EmptyState>
  </main>
);
