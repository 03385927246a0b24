import type { ShownReportRow } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pagination } from "antd";
import type { ReactElement } from "react";
import { errorCode } from "../../shared/api/errors.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { ResultCrop } from "../../shared/images/ResultCrop.tsx";
import type { EvidenceSearch } from "../../shared/paging/search.ts";
import type { ChangeSearch } from "../../shared/paging/use-url-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import styles from "./Evidence.module.css";
import { counted } from "./counted.ts";
import { describePlace } from "./describe-place.ts";
import { useEndedLink } from "./use-ended-link.ts";

const PAGE_SIZE = 20;
/** CSS pixels. */
const FRAME = { width: 112, height: 60 };

type Props = {
  search: EvidenceSearch;
  onSearch: ChangeSearch<EvidenceSearch>;
  /** Opens the sticker at this position of the report. */
  onOpen: (position: number) => void;
};

/** The rows that match a search; each opens its sticker. */
export function EvidenceRows({ search: { search: text, page = 1 }, onSearch, onOpen }: Props): ReactElement {
  const { data, error } = useQuery(
    trpc.evidence.fetchRows.queryOptions(
      { page, pageSize: PAGE_SIZE, ...(text && { search: text }) },
      { placeholderData: keepPreviousData, throwOnError: (refusal) => errorCode(refusal) !== "NOT_FOUND" },
    ),
  );
  useEndedLink(error);
  return (
    <section aria-label="Stickers" className={styles["rows"]}>
      <SearchBox
        label="Search codes and descriptions"
        value={text}
        width={320}
        onSearch={(found) => onSearch({ search: found, page: undefined })}
      />
      {data ? (
        <>
          <output className="pc-quiet">
            {counted(data.total, "sticker")}, {counted(data.quantity, "unit")}
          </output>
          {data.items.length === 0 && <EmptyState text="No sticker matches the search." />}
          <ul className={styles["list"]}>
            {data.items.map((row) => (
              <Row key={row.position} row={row} onOpen={() => onOpen(row.position)} />
            ))}
          </ul>
          <Pagination
            align="center"
            hideOnSinglePage
            showSizeChanger={false}
            responsive
            current={data.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onChange={(next) => onSearch({ page: next })}
          />
        </>
      ) : (
        <LoadingRows />
      )}
    </section>
  );
}

function Row({ row, onOpen }: { row: ShownReportRow; onOpen: () => void }): ReactElement {
  const { code, quantity, description, evidence } = row;
  return (
    <li>
      <button type="button" className={styles["row"]} onClick={onOpen}>
        <span className={styles["crop"]}>
          {evidence && !evidence.isRotated ? (
            <ResultCrop image={evidence.image} rect={evidence.rect} frame={FRAME} name="" />
          ) : (
            <span className="pc-quiet">No crop</span>
          )}
        </span>
        <span className={styles["values"]}>
          <strong className="pc-code">{code}</strong>
          {description !== null && <bdi>{description}</bdi>}
          <span className="pc-quiet">{describePlace(row)}</span>
        </span>
        <strong className={`pc-code ${styles["quantity"] ?? ""}`}>{quantity}</strong>
      </button>
    </li>
  );
}
