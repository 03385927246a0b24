import { useQuery } from "@tanstack/react-query";
import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactElement, useEffect } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { showScreenTitle } from "../../shared/browser/page-title.ts";
import { parseEvidenceSearch } from "../../shared/paging/search.ts";
import { useUrlSearch } from "../../shared/paging/use-url-search.ts";
import { DateText } from "../../ui/DateText.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import { PublicCard } from "../../ui/PublicCard.tsx";
import { CONTENT_ID } from "../../ui/content.ts";
import styles from "./Evidence.module.css";
import { EvidenceError } from "./EvidenceError.tsx";
import { EvidenceRows } from "./EvidenceRows.tsx";
import { EvidenceSticker } from "./EvidenceSticker.tsx";
import { counted } from "./counted.ts";

/** The report of an opened link, made for a phone: search a code, then see its stickers. */
export function EvidenceReport(): ReactElement {
  const [search, change] = useUrlSearch(parseEvidenceSearch);
  const { openSticker, closeSticker } = useStickerHistory(() => change({ row: undefined }));
  const { data: report, error, refetch } = useQuery(trpc.evidence.getReport.queryOptions(undefined, { retry: false }));
  useEffect(() => {
    if (report) showScreenTitle(report.title);
    return () => showScreenTitle("");
  }, [report]);
  if (error) {
    return (
      <PublicCard title="Evidence of a report">
        <EvidenceError error={error} onRetry={() => void refetch()} />
      </PublicCard>
    );
  }
  if (!report) return <LoadingRows />;
  const { title, generatedAt, generatedBy, totals, expiresAt } = report;
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={styles["page"]}>
      <header>
        <h1 className={styles["title"]}>{title}</h1>
        <p className="pc-quiet">
          Created <DateText iso={generatedAt} /> by <bdi>{generatedBy.name}</bdi> · {counted(totals.rows, "sticker")} ·{" "}
          {counted(totals.quantity, "unit")} · {counted(totals.images, "photo")}
        </p>
      </header>
      {search.row === undefined ? (
        <EvidenceRows search={search} onSearch={change} onOpen={openSticker} />
      ) : (
        <EvidenceSticker position={search.row} onBack={closeSticker} />
      )}
      <footer className="pc-quiet">
        Read-only. This link is valid until <DateText iso={expiresAt} />.
      </footer>
    </main>
  );
}

/**
 * A sticker has its own history entry, so that Back on a phone leads to the list.
 * @param onClose shows the list when the sticker was opened directly and the history has no list
 */
function useStickerHistory(onClose: () => void): { openSticker: (row: number) => void; closeSticker: () => void } {
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const { history } = useRouter();
  return {
    openSticker: (row) => void navigate({ to: "/evidence", search: (now) => ({ ...parseEvidenceSearch(now), row }) }),
    closeSticker: () => (canGoBack ? history.back() : onClose()),
  };
}
