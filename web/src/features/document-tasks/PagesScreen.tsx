import { FileTextOutlined } from "@ant-design/icons";
import { type PageCard, may } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { parsePagesSearch } from "../../shared/paging/search.ts";
import { useUrlSearch } from "../../shared/paging/use-url-search.ts";
import { trpc } from "../../shared/api/trpc.ts";
import cards from "../../ui/Cards.module.css";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY, taskDisplay } from "../../ui/status-display.tsx";
import styles from "./Pages.module.css";

/** More pages than fit a screen get a search field. */
const MAX_WITHOUT_SEARCH = 12;

/** The document pages, one per event (PD-4). */
export function PagesScreen(): ReactElement {
  const [{ search }, change] = useUrlSearch(parsePagesSearch);
  const { data: pages } = useSuspenseQuery(trpc.page.fetchPages.queryOptions());
  const part = search?.toLocaleLowerCase() ?? "";
  const shown = pages.filter(({ name, slug }) => [name, slug].some((text) => text.toLocaleLowerCase().includes(part)));
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Pages</h1>
        <span className="pc-quiet">{pages.length}</span>
        <span className="pc-grow" />
        {(pages.length > MAX_WITHOUT_SEARCH || search !== undefined) && (
          <SearchBox
            label="Search pages"
            value={search}
            debounceMs={0}
            onSearch={(found) => change({ search: found })}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <div className="pc-panel">
          <NoPages isSearched={pages.length > 0} />
        </div>
      ) : (
        <ul className={cards["cards"]}>
          {shown.map((page) => (
            <li key={page.projectId} className={styles["item"]}>
              <Card page={page} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const IN_PROGRESS = taskDisplay({ status: 2, retryAt: null });
const FAILED = taskDisplay({ status: 4, retryAt: null });

function Card({ page: { slug, name, status, tasks } }: { page: PageCard }): ReactElement {
  return (
    <Link to="/pages/$pageId/tasks" params={{ pageId: slug }} className={`pc-panel ${cards["card"] ?? ""}`}>
      <span className={cards["title"]}>
        <FileTextOutlined aria-hidden className={cards["icon"]} />
        <bdi title={name}>{name}</bdi>
      </span>
      <span className={styles["counts"]}>
        <span className="pc-quiet">{taskCount(tasks.total)}</span>
        {tasks.moving > 0 && <StatusTag display={{ ...IN_PROGRESS, title: `${tasks.moving} in progress` }} />}
        {tasks.failed > 0 && <StatusTag display={{ ...FAILED, title: `${tasks.failed} with errors` }} />}
        {status !== "active" && <StatusTag display={PROJECT_STATUS_DISPLAY[status]} />}
      </span>
    </Link>
  );
}

const taskCount = (total: number): string => (total === 0 ? "No tasks yet" : total === 1 ? "1 task" : `${total} tasks`);

function NoPages({ isSearched }: { isSearched: boolean }): ReactElement {
  const mayCreate = may(useAuthUser(), "project.create").ok;
  if (isSearched) return <EmptyState text="No page matches. Clear the search to see all pages." />;
  return mayCreate ? (
    <EmptyState text="Each event has a page for its documents. There are no events yet.">
      <Link to="/projects/create">Create the first one</Link>
    </EmptyState>
  ) : (
    <EmptyState text="Each event has a page for its documents. Pages appear here when an admin creates an event." />
  );
}
