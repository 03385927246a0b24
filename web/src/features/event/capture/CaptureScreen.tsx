import { getRouteApi } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { Capture } from "./Capture.tsx";
import styles from "./Capture.module.css";
import { useEventSnapshot } from "./snapshot/use-event-snapshot.ts";

const route = getRouteApi("/device/projects/$projectId/capture");

/** Photos taken with this device's camera, area by area, with a network or without. */
export function CaptureScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const { facts, isAsking } = useEventSnapshot(slug);
  if (!facts) return isAsking ? <Loading /> : <NeverHere />;
  return <Capture facts={facts} />;
}

/** Without a network, and nothing is kept on this device. */
const NeverHere = (): ReactElement => (
  <main className={styles["never"]}>
    <EmptyState text="This event is not on this device yet. Open this page once with a network; from then on it takes photos without one.">
      <Button onClick={() => location.reload()}>Try again</Button>
    </EmptyState>
  </main>
);
