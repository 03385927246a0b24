import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { ExportForm } from "./ExportForm.tsx";
import { ImportBoxesForm } from "./ImportBoxesForm.tsx";

const route = getRouteApi("/private/projects/$projectId/dataset");

/** Labeled images for training and labeling tools: out in five formats, and boxes in. */
export function DatasetScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const event = useProject(slug);
  return (
    <div className="pc-page" style={{ maxWidth: 560 }}>
      <div className="pc-titlebar">
        <h1 title={event.name}>
          Labeled images: <bdi>{event.name}</bdi>
        </h1>
      </div>
      <ExportForm event={event} />
      <ImportBoxesForm event={event} />
    </div>
  );
}
