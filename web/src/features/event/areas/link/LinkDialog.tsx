import type { Area, ImageListItem } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Modal, Pagination } from "antd";
import { type ReactElement, useState } from "react";
import { useLinkPhoto } from "../../../../shared/images/link-photo/use-link-photo.tsx";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { SearchBox } from "../../../../ui/SearchBox.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_MARK_DISPLAY, IMAGE_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Link.module.css";

const PAGE_SIZE = 10;

type Props = { slug: string; area: Area | null; onClose: () => void };

/** Links a photo of the event to an area. */
export function LinkDialog({ slug, area, onClose }: Props): ReactElement {
  return (
    <Modal
      title={`Link a photo to area ${area?.name ?? ""}`}
      open={area !== null}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {area !== null && <PhotoChoice slug={slug} area={area} onClose={onClose} />}
    </Modal>
  );
}

function PhotoChoice({ slug, area, onClose }: { slug: string; area: Area; onClose: () => void }): ReactElement {
  const [search, setSearch] = useState<string | undefined>();
  const [page, setPage] = useState(1);
  const { link } = useLinkPhoto(slug);
  const { data } = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(
      { slug, page, pageSize: PAGE_SIZE, sort: "no-area", ...(search !== undefined && { search }) },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      <SearchBox
        label="Search photos"
        value={search}
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <div className={styles["found"]}>
        {data?.images.length === 0 && <EmptyState text="No photo matches." />}
        {data?.images.map((photo) => (
          <Choice
            key={photo.sid}
            photo={photo}
            area={area}
            onChoose={() => {
              onClose();
              void link(photo, area);
            }}
          />
        ))}
      </div>
      {data !== undefined && data.total > PAGE_SIZE && (
        <Pagination
          size="small"
          align="end"
          current={page}
          pageSize={PAGE_SIZE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}

function Choice({ photo, area, onChoose }: { photo: ImageListItem; area: Area; onChoose: () => void }): ReactElement {
  const isElsewhere = photo.areaCode !== null && photo.areaCode !== area.name;
  return (
    <button type="button" aria-label={`Link ${photo.name}`} className={styles["pick"]} onClick={onChoose}>
      <img src={photoUrl(photo.src, 320)} alt="" width={72} height={48} loading="lazy" />
      <span className={styles["named"]}>
        <bdi title={photo.name}>{photo.name}</bdi>
        <span>
          <StatusTag display={IMAGE_STATUS_DISPLAY[photo.status]} />{" "}
          {photo.areaCode === null ? (
            photo.status !== "rejected" && <StatusTag display={IMAGE_MARK_DISPLAY["no-area"]} />
          ) : (
            <span className="pc-quiet">{isElsewhere ? `in area ${photo.areaCode}` : "already in this area"}</span>
          )}
        </span>
      </span>
    </button>
  );
}
