// First: zod must not be loaded before it (see the file).
import "./shared/browser/strict-page.ts";
import "./shared/browser/install-offer.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Root } from "./app/Root.tsx";
import { focusContentOnNavigation } from "./app/focus-on-navigation.ts";
import { restoreLostFocus } from "./app/restore-lost-focus.ts";
import { router } from "./app/router.tsx";
import { followListVisits } from "./shared/paging/list-visits.ts";
import "virtual:antd-sheet.css";
import "./app/app.css";
import { setReportedPage, reportError, startErrorReports } from "./shared/api/error-reports.ts";

const rootElement = document.getElementById("root");
if (!rootElement) throw new Error("index.html has no #root");
void startErrorReports();
router.subscribe("onResolved", () => setReportedPage(router.state.matches.at(-1)?.fullPath ?? "nowhere"));
focusContentOnNavigation(router);
restoreLostFocus();
followListVisits(router);
const onError = (error: unknown): void => reportError(error);
createRoot(rootElement, { onCaughtError: onError, onUncaughtError: onError }).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
