import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { parseHistorySearch } from "../../../shared/paging/search.ts";
import { useUrlSearch } from "../../../shared/paging/use-url-search.ts";
import { TabBar } from "../../../ui/TabBar.tsx";
import { MomentsView } from "./MomentsView.tsx";
import { TimelineView } from "./TimelineView.tsx";

const route = getRouteApi("/private/projects/$projectId/history");

const PANEL = "history-view";
const TABS = [
  { key: "timeline", title: "Timeline" },
  { key: "moments", title: "Compare moments" },
] as const;

/** The timeline of an event, and a comparison of two moments. */
export function HistoryScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const [search, change] = useUrlSearch(parseHistorySearch);
  const { view = "timeline" } = search;
  const View = view === "timeline" ? TimelineView : MomentsView;
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>History</h1>
        <span className="pc-quiet">
          {view === "timeline"
            ? "Everything that was done in this event, newest first."
            : "The event at two moments, and the rows that differ."}
        </span>
      </div>
      <TabBar
        label="View"
        panelId={PANEL}
        tabs={TABS}
        value={view}
        onChange={(key) => change({ view: key === "timeline" ? undefined : key })}
      />
      <div id={PANEL} role="tabpanel" aria-label={TABS.find(({ key }) => key === view)?.title}>
        <View slug={slug} search={search} onSearch={change} />
      </div>
    </div>
  );
}
