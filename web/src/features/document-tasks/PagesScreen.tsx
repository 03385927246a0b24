import { FileTextOutlined } from "@ant-design/icons";
import { type PageCard, may } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { mergeSearch } from "../../shared/paging/search.ts";
import { trpc } from "../../shared/api/trpc.ts";
import cards from "../../ui/Cards.module.css";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY, taskDisplay } from "../../ui/status-display.tsx";
import styles from "./Pages.module.css";

const route = getRouteApi("/private/pages");
/** As many fit a screen; of more, one is looked for. */
const SEARCHED_FROM = 12;

/** The pages of documents, one for each event (decision 4). */
export function PagesScreen(): ReactElement {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: pages } = useSuspenseQuery(trpc.page.fetchPages.queryOptions());
  const wanted = search?.toLocaleLowerCase() ?? "";
  const shown = pages.filter(({ name, slug }) =>
    [name, slug].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
  const find = (found: string | undefined): void =>
    void navigate({ search: (now) => mergeSearch(now, { search: found }), replace: true });
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Pages</h1>
        <span className="pc-quiet">{pages.length}</span>
        <span className="pc-grow" />
        {(pages.length > SEARCHED_FROM || search !== undefined) && (
          <SearchBox label="Search pages" value={search} debounceMs={0} onSearch={find} />
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

const UNDER_WAY = taskDisplay({ status: 2, retryAt: null });
const FAILED = taskDisplay({ status: 4, retryAt: null });

function Card({ page: { slug, name, status, tasks } }: { page: PageCard }): ReactElement {
  return (
    <Link to="/pages/$pageId/tasks" params={{ pageId: slug }} className={`pc-panel ${cards["card"] ?? ""}`}>
      <span className={cards["title"]}>
        <FileTextOutlined aria-hidden className={cards["icon"]} />
        <bdi title={name}>{name}</bdi>
      </span>
      <span className={styles["counts"]}>
        <span className="pc-quiet">{inWords(tasks.total)}</span>
        {tasks.moving > 0 && <StatusTag display={{ ...UNDER_WAY, title: `${tasks.moving} under way` }} />}
        {tasks.failed > 0 && <StatusTag display={{ ...FAILED, title: `${tasks.failed} with errors` }} />}
        {status !== "active" && <StatusTag display={PROJECT_STATUS_DISPLAY[status]} />}
      </span>
    </Link>
  );
}

const inWords = (total: number): string => (total === 0 ? "No tasks yet" : total === 1 ? "1 task" : `${total} tasks`);

function NoPages({ isSearched }: { isSearched: boolean }): ReactElement {
  const mayCreate = may(useAuthUser(), "project.create").ok;
  if (isSearched) return <EmptyState text="No page is called like that. Clear the search to see them all." />;
  return mayCreate ? (
    <EmptyState text="Each event has a page for its documents, and there is no event yet.">
      <Link to="/projects/create">Create the first one</Link>
    </EmptyState>
  ) : (
    <EmptyState text="Each event has a page for its documents. As soon as an admin has created one, it stands here." />
  );
}
