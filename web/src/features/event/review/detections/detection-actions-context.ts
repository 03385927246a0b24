import { createContext, useContext } from "react";
import type { DetectionActions } from "./use-detection-actions.ts";

export const DetectionActionsContext = createContext<DetectionActions | null>(null);

export function useDetectionActions(): DetectionActions {
  const actions = useContext(DetectionActionsContext);
  if (!actions) throw new Error("useDetectionActions needs DetectionReview around it");
  return actions;
}
